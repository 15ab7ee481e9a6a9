/** A JSON or XML format: how to recognize it, and how to read its entries. */
import type { Draft } from "../draft.ts";

/** An entry that cannot be imported, and why. */
interface Refusal {
  readonly refused: string;
}

export type Entry = Draft | Refusal;

export interface Format<File> {
  readonly is: (file: File) => boolean;
  /** Every entry of the file, in order; each becomes a candidate or a named refusal. */
  readonly entries: (file: File) => Entry[];
}
