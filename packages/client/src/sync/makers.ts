/** Who made a record in a shared scope. It is under the record's seal and never changes (security design §6; changed-makers.ts). */
import type { SealedRecord } from "@coffer/contract/record";
import type { Named } from "@coffer/core/items/item";
import { isBoundId } from "@coffer/crypto";
import type { KnownRecord } from "../types.ts";

type Made = Pick<SealedRecord, "id" | "makerId"> & Pick<KnownRecord, "provenMaker">;

/**
 * The maker that a seal names, if it is proven to be theirs; where the id is bound to no one, if the server's row names the same: a colleague
 * alone or a server alone changes nothing. Undefined for the scope's owner.
 */
export function makerOf({ id, makerId, provenMaker }: Made, owner: Named | undefined): Named | undefined {
  if (isBoundId(id)) return provenMaker === owner?.id ? owner : undefined;
  return makerId === undefined || makerId === owner?.id ? owner : undefined;
}

/** Whether it is worth opening its seal: where this says no, `makerOf` names no one. */
export const mayHaveMaker = ({ id, makerId, provenMaker }: Made): boolean => (isBoundId(id) ? provenMaker !== undefined : makerId !== null);
