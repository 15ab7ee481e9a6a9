/** Faults that change nothing anyone sees, each with its reason. They are listed in every run, never dropped. */
const SAME = {};

/** @returns the reason, or undefined */
export const sameBehaviour = ({ path, what }) => SAME[path]?.[what];
