/**
 * Contrast that axe could not decide and a person has reviewed, with the reason why it is fine. Everything else that axe leaves open counts as wrong.
 */
interface Reviewed {
  /** In the selector or the markup of the element that axe names. */
  readonly what: RegExp;
  readonly why: string;
}

export const REVIEWED: readonly Reviewed[] = [];
