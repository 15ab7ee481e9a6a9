/**
 * Which save of a record it is: 16 random bytes, the press; in a shared scope followed by SHA-256 of everything that was sealed. A head lists the id, so it covers the texts too:
 * readers have the key as well, and could seal something else under the same press. Ids of before, and of personal scopes, whose key no one else has, are the press alone.
 */
import type { SealedRecord } from "@coffer/contract/record";
import { hashHex } from "@coffer/crypto";

type Sealed = Pick<SealedRecord, "seal" | "fields">;

/** Hex characters. */
const PRESS = 32;

/** @returns hex, of 16 bytes: the same each time that a press is sent, whatever is in it by then */
export const pressIn = (saveId: string): string => saveId.slice(0, PRESS);

/** Names and texts are ASCII, and no two lists of them have the same JSON. */
const hashOf = ({ seal, fields }: Sealed): string => hashHex(JSON.stringify([seal, Object.entries(fields).toSorted()]));

/** @returns hex, of 48 bytes */
export const boundSaveId = (press: string, sealed: Sealed): string => press + hashOf(sealed);

/** Whether these are the texts that were saved under that id; of an id of before no one can tell. */
export const isAsSaved = ({ saveId, ...sealed }: Sealed & Pick<SealedRecord, "saveId">): boolean =>
  saveId.length === PRESS || saveId.slice(PRESS) === hashOf(sealed);
