/** A format of JSON or XML: how one is known, and what its entries are. */
import type { Draft } from "../draft.ts";

/** An entry of the file that nothing can be made of, and why. */
interface Refusal {
  readonly refused: string;
}

export type Entry = Draft | Refusal;

export interface Format<File> {
  readonly is: (file: File) => boolean;
  /** Every entry of the file, in its order; each becomes a candidate or is refused by name. */
  readonly entries: (file: File) => Entry[];
}
