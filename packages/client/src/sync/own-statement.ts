/**
 * What is the owner's alone in a shared scope (security design §6): the owner signs it, the heads name the statement by its hash, and people who
 * may write carry it on unchanged. A scope of before has none until its owner's next write; from then on it never lacks one again.
 */
import { type OwnStatement, ownBody, ownMessage, type ParsedStatement, parseOwn } from "@coffer/contract/own-message";
import type { SealedRecord } from "@coffer/contract/record";
import { concat, fromBase64Url, isBoundId, sha256, toBase64Url, verify } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys, StatedPeople } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import type { Pin } from "./pins.ts";
import type { Changed, RecordTable } from "./record-table.ts";
import { openRecord } from "./seal-record.ts";

const isShared = ({ rights }: ScopeKeys): boolean => rights.kind !== "personal";

/** @returns null for none, and for what no one could have signed */
export const readOwn = (text: string | null | undefined): ParsedStatement | null => (text ? parseOwn(fromBase64Url(text)) : null);

interface Place {
  readonly scopeId: string;
  readonly generation: number;
  readonly epoch: number;
}

const messageOf = async (body: Uint8Array, ownSeq: number, { scopeId, generation, epoch }: Place) =>
  ownMessage({ scopeId, generation, epoch, ownRoot: await sha256(body), ownSeq });

/** @returns as text, with the owner's signature */
async function signOwn({ signer, scopeId, epoch }: ScopeKeys, generation: number, statement: OwnStatement): Promise<string> {
  const body = ownBody(statement);
  const signature = await signer.sign(await messageOf(body, statement.ownSeq, { scopeId, generation, epoch }));
  return toBase64Url(concat(body, signature));
}

/** What a head is about to list. */
interface Listed {
  /** The statement before; null for none. */
  readonly before: string | null;
  readonly generation: number;
  /** Live records and those in the trash, sealed under the same key. */
  readonly records: Iterable<SealedRecord>;
  /** Who has a grant, and who may write by a team's; as the last statement says where the device does not know better. */
  readonly people?: StatedPeople;
  /** Under another key, or in another generation, than the statement before. @param least - numbers that are used already */
  readonly renewed?: { readonly least: number };
}

/** @returns the owner's next statement; null where the last one still says it, and for everyone else */
export async function nextOwn(keys: ScopeKeys, { before, generation, records, renewed, people }: Listed): Promise<string | null> {
  if (!isShared(keys) || !keys.rights.isOwner) return null;
  const last = readOwn(before);
  const { vaultSave, unbound } = lookThrough(records, last?.makers ?? new Map());
  const known: StatedPeople = {
    ...(last && { grants: last.grants, writers: last.writers }),
    ...(people ?? (await keys.signer.ownStated?.())),
  };
  const { grants = new Map(), writers = new Set() } = known;
  const said: Omit<OwnStatement, "ownSeq"> = { vaultSave, grants, writers, makers: await makersOf(keys, unbound) };
  if (last && !renewed && isEqual(ownBody({ ...said, ownSeq: last.ownSeq }), last.body)) return null;
  return signOwn(keys, generation, { ...said, ownSeq: Math.max(last?.ownSeq ?? 0, renewed?.least ?? 0) + 1 });
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, at) => byte === other[at]);

interface Unbound {
  readonly record: SealedRecord;
  /** The maker that the last statement names: makers never change, so a seal is opened once. */
  readonly known: string | undefined;
}

/** The save of the one vault that a shared vault's scope holds; and what others made, as far as its id does not prove that. */
function lookThrough(records: Iterable<SealedRecord>, known: OwnStatement["makers"]) {
  const found: { vaultSave: string | null; unbound: Unbound[] } = { vaultSave: null, unbound: [] };
  for (const record of records) {
    if (record.kind === "category") found.vaultSave ??= record.saveId;
    else if (!isBoundId(record.id) && (record.makerId || known.has(record.id))) found.unbound.push({ record, known: known.get(record.id) });
  }
  return found;
}

async function makersOf(keys: ScopeKeys, unbound: readonly Unbound[]): Promise<Map<string, string>> {
  const makers = await inBatches(unbound, async ({ record, known }) => [record.id, known ?? (await makerIn(keys, record))] as const);
  return new Map(makers.flatMap(([id, maker]) => (maker === undefined ? [] : [[id, maker] as const])));
}

/** Of the row and the seal together. */
async function makerIn(keys: ScopeKeys, record: SealedRecord): Promise<string | undefined> {
  const maker = record.seal === "" ? undefined : (await openRecord(keys, record, [])).owner?.id;
  return maker === record.makerId && maker !== keys.rights.self?.id ? maker : undefined;
}

/** What is under each id once the changes are made. */
export function* recordsAfter(table: RecordTable, changed: Changed): Generator<KnownRecord> {
  for (const record of table.all()) if (!changed.has(record.id)) yield record;
  for (const record of changed.values()) if (record) yield record;
}

interface Answer {
  /** With the head that names it. */
  readonly text: string | null;
  readonly generation: number;
  /** As this device had it. */
  readonly known: string | null;
  readonly pin: Pick<Pin, "own"> | null;
  readonly records: Iterable<Pick<SealedRecord, "kind" | "saveId">>;
}

/** @throws IntegrityError when a head lacks the owner's statement, has an earlier one, or lists what the owner has not signed */
export async function refuseUnsigned(keys: ScopeKeys, { text, generation, known, pin, records }: Answer): Promise<void> {
  if (!isShared(keys)) return;
  const least = Math.max(readOwn(known)?.ownSeq ?? 0, pin?.own ?? 0);
  const own = readOwn(text);
  if (!own) {
    if (least > 0 || text !== null || (await keys.signer.ownStated?.())?.isStated) throw new IntegrityError("overstepped");
    return;
  }
  if (own.ownSeq < least) throw new IntegrityError("rollback");
  // Also one that this device knows: a new key or generation needs a new one.
  if (!(await isOwners(keys, own, generation))) throw new IntegrityError("overstepped");
  const vaults = [...records].filter(({ kind }) => kind === "category");
  const isAsSigned = own.vaultSave === null ? vaults.length === 0 : vaults.length === 1 && vaults[0]?.saveId === own.vaultSave;
  if (!isAsSigned) throw new IntegrityError("overstepped");
}

async function isOwners({ scopeId, epoch, signer }: ScopeKeys, own: ParsedStatement, generation: number): Promise<boolean> {
  const message = await messageOf(own.body, own.ownSeq, { scopeId, generation, epoch });
  return signer.ownerId !== undefined && (await signer.signerOf?.(message, own.signature)) === signer.ownerId;
}

/** @param publicKey - of the owner @returns whom the owner has stated as writers; no one where they have not signed that */
export async function statedWriters(text: string | null, at: Place, publicKey: string): Promise<ReadonlySet<string>> {
  const own = readOwn(text);
  const isSigned = own && own.writers.size > 0 && (await verify(publicKey, await messageOf(own.body, own.ownSeq, at), own.signature));
  return isSigned ? own.writers : new Set();
}
