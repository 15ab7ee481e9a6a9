/** The vault as it was at an earlier moment: one part, loaded together. */
export { asOf } from "./as-of.ts";
export { takeBack, takeBackAgain } from "./restore-as-of.ts";
