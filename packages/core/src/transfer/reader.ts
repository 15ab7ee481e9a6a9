/** A reader for the files of one format. */
import type { ImportReading } from "./candidate.ts";
import type { Source } from "./source.ts";

export interface Reader {
  /** @returns null when the text is not of this format. */
  readonly open: (text: string) => OpenedFile | null;
}

interface OpenedFile {
  /** How well it matches a source: the number of columns the source knows, 0 when it is not a file of that source. @param isChosen - the user chose it. */
  readonly fit: (source: Source, isChosen: boolean) => number;
  /** @returns null when it is not a file of that source. */
  readonly read: (source: Source, isChosen: boolean) => ImportReading | null;
}
