/**
 * Who made a record in a shared scope. It is under the record's seal and never changes (security design §6): any writer has the key and could
 * seal another name, so a save that names another maker than the save before is refused, and a new record can name only a person who signed.
 */
import type { SealedRecord } from "@coffer/contract/record";
import type { Named } from "@coffer/core/items/item";
import { inBatches } from "../batches.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import type { Changed, RecordTable } from "./record-table.ts";
import { openRecord } from "./seal-record.ts";

/**
 * The maker that a seal names, if the server's row names the same: a colleague alone or a server alone changes nothing. Undefined for the
 * scope's owner.
 */
export const makerOf = ({ makerId }: Pick<SealedRecord, "makerId">, owner: Named | undefined): Named | undefined =>
  makerId === undefined || makerId === owner?.id ? owner : undefined;

interface Since {
  /** Accounts that signed the heads since the known one. */
  readonly signers: ReadonlySet<string>;
  /** The answer continues what this device has: what it does not know is new. */
  readonly isNext: boolean;
}

/** @throws IntegrityError when someone who may write has changed who made a record, or what is the owner's alone. */
export async function refuseOverstepping(keys: ScopeKeys, table: RecordTable, changed: Changed, since: Since): Promise<void> {
  if (keys.rights.kind === "personal") return;
  const isAllowed = async ([id, record]: readonly [string, KnownRecord | null]): Promise<boolean> => {
    const before = table.live.get(id) ?? table.trashed.get(id);
    if (!record || record.seal === "" || before?.seal === "" || before?.saveId === record.saveId) return true;
    if (before?.kind === "category") return isOwners(keys, since);
    if (!before && !since.isNext) return true;
    const maker = await sealedMaker(keys, record);
    if (before) return maker === (await sealedMaker(keys, before));
    return maker === undefined || since.signers.has(maker);
  };
  const allowed = await inBatches([...changed], isAllowed);
  if (allowed.includes(false)) throw new IntegrityError("overstepped");
}

/** Name and look of a vault are its owner's. */
const isOwners = ({ signer }: ScopeKeys, { signers, isNext }: Since): boolean =>
  !isNext || signer.ownerId === undefined || signers.has(signer.ownerId);

const sealedMaker = async (keys: ScopeKeys, record: KnownRecord): Promise<string | undefined> =>
  (await openRecord(keys, record, [])).owner?.id;
