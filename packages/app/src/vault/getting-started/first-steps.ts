/** STEPS: the first steps of a new account. Each leads where it is done, and is done once the facts say so; none of them is asked of the server. */

/** What the steps depend on. */
interface StepFacts {
  /** The user's own items: those of the example vault do not count, nor what others share. */
  readonly ownItems: number;
  /** Health has looked, and nothing was left to be mended now. */
  readonly hasMended: boolean;
  readonly hasUnsavedKit: boolean;
  readonly hasSecondFactor: boolean;
}

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: (facts: StepFacts) => boolean;
}

export const STEPS: readonly Step[] = [
  {
    title: "Save your recovery key",
    text: "It is the way back if you forget the master password.",
    to: "/settings#recovery-key",
    isDone: ({ hasUnsavedKit }) => !hasUnsavedKit,
  },
  {
    title: "Bring your passwords",
    text: "Import them, or add the first one by hand.",
    to: "/import",
    isDone: ({ ownItems }) => ownItems > 0,
  },
  {
    title: "Mend weak spots",
    text: "Change the passwords that are weak or used twice.",
    to: "/password-health",
    isDone: ({ hasMended }) => hasMended,
  },
  {
    title: "Set up two-factor",
    text: "Ask for a code from your phone each time you sign in.",
    to: "/mfa-setup",
    isDone: ({ hasSecondFactor }) => hasSecondFactor,
  },
];

const LEFT = ["No steps left", "One step left", "Two steps left", "Three steps left", "Four steps left"];

/** "Two steps left" */
export const stepsLeft = (count: number): string => LEFT[count] ?? `${count} steps left`;
