/** Who made a record in a shared scope. It is under the record's seal and never changes (security design §6; changed-makers.ts). */
import type { SealedRecord } from "@coffer/contract/record";
import type { Named } from "@coffer/core/items/item";
import { isBoundId } from "@coffer/crypto";
import type { KnownRecord } from "../types.ts";

type Made = Pick<SealedRecord, "id" | "makerId"> & Pick<KnownRecord, "provenMaker">;

/**
 * The maker that a seal names, if it is proven to be theirs, by the id or by the statement of the scope's owner. Where neither says anything, as in a scope
 * of before, and for the owner and the maker themselves: if the server's row names the same, so that a colleague alone or a server alone changes nothing.
 * Undefined for the scope's owner.
 */
export function makerOf({ id, makerId, provenMaker }: Made, owner: Named | undefined): Named | undefined {
  if (isBoundId(id) || provenMaker !== undefined) return provenMaker === owner?.id ? owner : undefined;
  return makerId === undefined || makerId === owner?.id ? owner : undefined;
}

/** Whether it is worth opening its seal: where this says no, `makerOf` names no one. */
export const mayHaveMaker = ({ id, makerId, provenMaker }: Made): boolean =>
  isBoundId(id) || provenMaker !== undefined ? typeof provenMaker === "string" : makerId !== null;
