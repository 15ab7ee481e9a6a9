/**
 * Whether changes of a shared scope leave alone who made what (security design §6). Any writer has the key and could seal another name, so a save
 * that names another maker than the save before is refused, and a new record can name only a person who has proven it, or who signed.
 */
import type { ParsedStatement } from "@coffer/contract/own-message";
import { isBoundId } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { isSameProof, judgeProof } from "./maker-proof.ts";
import { readOwn } from "./own-statement.ts";
import type { Changed, RecordTable } from "./record-table.ts";
import { type OpenedRecord, openRecord } from "./seal-record.ts";

/**
 * The same changes, with the makers who have proven what they made, or whom the owner's statement names. A maker never changes, so it is looked at once; a
 * new statement can name makers of records that have not changed.
 * @param named - the statement of the newest head @param isNew - this device has not seen it
 * @throws IntegrityError when a seal names another maker than the statement
 */
export async function withProvenMakers(
  keys: ScopeKeys,
  table: RecordTable,
  changed: Changed,
  named: string | null,
  isNew: boolean,
): Promise<Changed> {
  const own = readOwn(named);
  const prove = async ([id, record]: readonly [string, KnownRecord | null]): Promise<readonly [string, KnownRecord | null]> => {
    if (!record || record.seal === "" || record.kind === "category") return [id, record];
    if (!isBoundId(id)) return [id, await withNamedMaker(keys, record, own)];
    if (record.provenMaker) return [id, record];
    const known = (table.live.get(id) ?? table.trashed.get(id))?.provenMaker;
    const provenMaker = known ?? (await provenIn(keys, record));
    return [id, provenMaker ? { ...record, provenMaker } : record];
  };
  const others = isNew
    ? [...table.all()].filter(({ id, makerId }) => !changed.has(id) && !isBoundId(id) && (makerId || own?.makers.has(id)))
    : [];
  return new Map(await inBatches([...changed, ...others.map((one) => [one.id, one] as const)], prove));
}

/** Its id proves no maker: the owner does. The owner and the maker know without that. */
async function withNamedMaker(keys: ScopeKeys, record: KnownRecord, own: ParsedStatement | null): Promise<KnownRecord> {
  const { isOwner, self } = keys.rights;
  const maker = own?.makers.get(record.id);
  if (!own || (maker === undefined && (isOwner || !record.makerId || record.makerId === self?.id))) return record;
  if (maker !== undefined && record.provenMaker !== maker && (await sealedMaker(keys, record)) !== maker)
    throw new IntegrityError("overstepped");
  // The owner alone gives no one an item that they have not made: of what is this account's own the row says the same.
  const provenMaker = maker === undefined || (maker === self?.id && record.makerId !== maker) ? null : maker;
  return record.provenMaker === provenMaker ? record : { ...record, provenMaker };
}

async function provenIn(keys: ScopeKeys, record: KnownRecord, sealed?: OpenedRecord): Promise<string | undefined> {
  const opened = sealed ?? (await openRecord(keys, record, []));
  const verdict = await judgeProof(keys, record.id, opened);
  // The key of someone who left is not known here: the row has to say the same.
  const isTheirs = verdict === "proven" || (verdict === "unknown" && record.makerId === opened.owner?.id);
  return isTheirs ? opened.owner?.id : undefined;
}

interface Since {
  /** Accounts that signed the heads since the known one. */
  readonly signers: ReadonlySet<string>;
  /** The answer continues what this device has: what it does not know is new. */
  readonly isNext: boolean;
}

/** @throws IntegrityError when someone who may write has changed who made a record, or what is the owner's alone. */
export async function refuseOverstepping(keys: ScopeKeys, table: RecordTable, changed: Changed, since: Since): Promise<void> {
  const isAllowed = async ([id, record]: readonly [string, KnownRecord | null]): Promise<boolean> => {
    const before = table.live.get(id) ?? table.trashed.get(id);
    if (!record || record.seal === "" || before?.seal === "") return true;
    if (before && isPlacedElsewhere(keys, before, record) && !isOwners(keys, since)) return false;
    if (before?.saveId === record.saveId && before.revision === record.revision) return !(await isOtherText(keys, before, record));
    if (before && isShortAfterLong(before, record)) return false;
    if (before?.kind === "category") return isOwners(keys, since);
    if (!before && !since.isNext) return true;
    if (before) return isOfSameMaker(keys, before, record);
    const maker = await sealedMaker(keys, record);
    if (maker === undefined) return true;
    return isBoundId(id) ? record.provenMaker === maker : since.signers.has(maker);
  };
  const allowed = await inBatches([...changed], isAllowed);
  if (allowed.includes(false)) throw new IntegrityError("overstepped");
}

/** A device that does not know the item asks for the proof: without it, it would take the item for the scope owner's. It is the one of before where its maker has other keys since. */
async function isOfSameMaker(keys: ScopeKeys, before: KnownRecord, record: KnownRecord): Promise<boolean> {
  const [was, is] = await Promise.all([openRecord(keys, before, []), openRecord(keys, record, [])]);
  const maker = was.owner?.id;
  if (is.owner?.id !== maker) return false;
  const isProven = isBoundId(record.id) && maker !== undefined && before.provenMaker === maker;
  return !isProven || isSameProof(was.made, is.made) || (await provenIn(keys, record, is)) === maker;
}

/** Anyone who has the key could seal something else under the same press. What this device has is not given up for it, also where the id of the save is of before (save-id.ts). */
async function isOtherText(keys: ScopeKeys, before: KnownRecord, record: KnownRecord): Promise<boolean> {
  const names = Object.keys({ ...before.fields, ...record.fields });
  if (before.seal === record.seal && names.every((name) => before.fields[name] === record.fields[name])) return false;
  const [was, is] = await Promise.all([openRecord(keys, before), openRecord(keys, record)]);
  const textOf = ({ fields, owner }: typeof was): string => JSON.stringify([Object.entries(fields).toSorted(), owner?.id]);
  return was.state === "intact" && (is.state !== "intact" || textOf(was) !== textOf(is));
}

/** An id that covers no texts, of a person whose client can read those that do. */
const isShortAfterLong = (before: KnownRecord, { saveId, scopeId }: KnownRecord): boolean =>
  before.scopeId === scopeId && before.saveId.length > saveId.length;

/** Who has the vault that an item with a key of its own is in has the item along: so where it is, is its owner's to say. */
const isPlacedElsewhere = ({ rights }: ScopeKeys, before: KnownRecord, { categoryId }: KnownRecord): boolean =>
  rights.kind === "item" && before.categoryId !== categoryId;

/** Name and look of a vault are its owner's. */
const isOwners = ({ signer }: ScopeKeys, { signers, isNext }: Since): boolean =>
  !isNext || signer.ownerId === undefined || signers.has(signer.ownerId);

const sealedMaker = async (keys: ScopeKeys, record: KnownRecord): Promise<string | undefined> =>
  (await openRecord(keys, record, [])).owner?.id;
