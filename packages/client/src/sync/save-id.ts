/**
 * Which save of a record it is: 16 random bytes, the press; in a shared scope followed by SHA-256 of everything that was sealed. A head lists the id, so it covers the texts too:
 * readers have the key as well, and could seal something else under the same press. Ids of before, and of personal scopes, whose key no one else has, are the press alone.
 */
import type { SealedRecord } from "@coffer/contract/record";
import { isAsSaved as isOfTexts, PRESS_LENGTH, textOfSave } from "@coffer/contract/save-id";
import { hashHex } from "@coffer/crypto";
import type { ScopeKeys } from "../keyring.ts";

type Sealed = Pick<SealedRecord, "seal" | "fields">;

/** @returns hex, of 16 bytes: the same each time that a press is sent, whatever is in it by then */
export const pressIn = (saveId: string): string => saveId.slice(0, PRESS_LENGTH);

/** @returns hex, of 48 bytes; in a personal scope of 16 */
export const saveIdIn = ({ rights }: Pick<ScopeKeys, "rights">, press: string, sealed: Sealed): string =>
  rights.kind === "personal" ? press : press + hashHex(textOfSave(sealed));

/** See contract/save-id.ts. */
export const isAsSaved = (record: Sealed & Pick<SealedRecord, "saveId">): boolean => isOfTexts(record, hashHex);
