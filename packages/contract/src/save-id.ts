/** The id of a save, as client and server judge it: the press, and in a shared scope the hash of what was saved (client/sync/save-id.ts says what for). */
import type { SealedRecord } from "./record.ts";

/** Hex characters of the press, with which it begins. */
export const PRESS_LENGTH = 32;

/** What the hash is of. Names and texts are ASCII, and no two lists of them have the same JSON. */
export const textOfSave = ({ seal, fields }: Pick<SealedRecord, "seal" | "fields">): string =>
  JSON.stringify([seal, Object.entries(fields).toSorted()]);

/** Whether these texts were saved under that id; of the press alone no one can tell. @param hash - SHA-256 of a text as UTF-8, in hex */
export const isAsSaved = (record: Pick<SealedRecord, "saveId" | "seal" | "fields">, hash: (text: string) => string): boolean =>
  record.saveId.length === PRESS_LENGTH || record.saveId.slice(PRESS_LENGTH) === hash(textOfSave(record));
