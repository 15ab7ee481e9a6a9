/** Turns the text of a file into candidates for review. Never throws and loses nothing: unreadable lines are reported, and values without a field become custom fields. */
import type { ImportReading } from "./candidate.ts";
import type { Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import type { Source } from "./source.ts";
import { SOURCES, type SourceId } from "./sources.ts";

export type { Candidate, ImportError, ImportReading } from "./candidate.ts";

/** The whole file is not what was chosen (specification 3 §8). */
export const IMPORT_UNREADABLE = "Failed to process import file. Please check the correct file format and source.";

export interface Recognised<Id extends string> {
  readonly sourceId: Id;
  readonly reading: ImportReading;
}

export interface Importer<Id extends string> {
  readonly readImport: (request: { sourceId: string; text: string }) => ImportReading;
  /**
   * Finds the source that matches a file best and reads it, parsing the file only once. @returns null when none matches.
   * @param chosen - the user's choice; used unless another source knows more of the columns.
   */
  readonly recognise: (text: string, ids?: readonly Id[], chosen?: Id | null) => Recognised<Id> | null;
}

/** @param readers - by the column `read` of the sources; a file is tried in this order. */
export function importerOf<Id extends string>(
  sources: Readonly<Record<Id, Source>>,
  readers: Readonly<Record<string, Reader>>,
): Importer<Id> {
  const isId = (id: string): id is Id => Object.hasOwn(sources, id);
  const all = Object.keys(sources).filter(isId);
  return {
    readImport: ({ sourceId, text }) => {
      const source = isId(sourceId) ? sources[sourceId] : null;
      const reading = source && readers[source.read]?.open(text)?.read(source, true);
      return reading ?? { candidates: [], vaults: [], refused: [], errors: [{ line: 1, message: IMPORT_UNREADABLE }] };
    },
    recognise: (text, ids = all, chosen = null) => {
      for (const [name, { open }] of Object.entries(readers)) {
        const own = ids.filter((id) => sources[id].read === name);
        // A reader does not parse a file that is too large for all of its sources.
        const file = own.length > 0 ? open(text) : null;
        const fits = file ? own.map((id) => ({ id, fit: file.fit(sources[id], id === chosen) })) : [];
        const [best] = fits
          .filter(({ fit }) => fit > 0)
          .toSorted((a, b) => b.fit - a.fit || Number(b.id === chosen) - Number(a.id === chosen));
        const reading = best && file?.read(sources[best.id], best.id === chosen);
        if (best && reading) return { sourceId: best.id, reading };
      }
      return null;
    },
  };
}

export const { readImport, recognise } = importerOf<SourceId>(SOURCES, READERS);
