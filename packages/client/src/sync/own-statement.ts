/**
 * What is the owner's alone in a shared scope (security design §6): the owner signs it, the heads name the statement by its hash, and people who
 * may write carry it on unchanged. A scope of before has none until its owner's next write; from then on it never lacks one again.
 */
import { type OwnStatement, ownBody, ownMessage, type ParsedStatement, parseOwn } from "@coffer/contract/own-message";
import { concat, fromBase64Url, sha256, toBase64Url } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import type { Pin } from "./pins.ts";
import type { Changed, RecordTable } from "./record-table.ts";

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
  /** Live records and those in the trash. */
  readonly records: Iterable<Pick<KnownRecord, "kind" | "saveId">>;
  /** Under another key, or in another generation, than the statement before. @param least - numbers that are used already */
  readonly renewed?: { readonly least: number };
}

/** @returns the owner's next statement; null where the last one still says it, and for everyone else */
export async function nextOwn(keys: ScopeKeys, { before, generation, records, renewed }: Listed): Promise<string | null> {
  if (!isShared(keys) || !keys.rights.isOwner) return null;
  const last = readOwn(before);
  const vaultSave = saveOfVault(records);
  if (last && !renewed && last.vaultSave === vaultSave) return null;
  const ownSeq = Math.max(last?.ownSeq ?? 0, renewed?.least ?? 0) + 1;
  return signOwn(keys, generation, { ownSeq, vaultSave, ended: new Map(), makers: new Map() });
}

/** Of the one vault that a shared vault's scope holds. */
function saveOfVault(records: Listed["records"]): string | null {
  for (const { kind, saveId } of records) if (kind === "category") return saveId;
  return null;
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
  readonly records: Listed["records"];
}

/** @throws IntegrityError when a head lacks the owner's statement, has an earlier one, or lists what the owner has not signed */
export async function refuseUnsigned(keys: ScopeKeys, { text, generation, known, pin, records }: Answer): Promise<void> {
  if (!isShared(keys)) return;
  const least = Math.max(readOwn(known)?.ownSeq ?? 0, pin?.own ?? 0);
  const own = readOwn(text);
  if (!own) {
    if (least > 0 || text !== null) throw new IntegrityError("overstepped");
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
