/**
 * Shares for an address without an account: what was chosen is remembered in the trust store, under the own seal, and nothing is sealed for anyone. Once the
 * server names an account for the address, its key is one that this account has never seen: only a press that names the person gives it
 * anything (security design §6), so a promise is kept by a press, never by itself.
 */

import { AppError } from "@coffer/contract/errors";
import { normaliseEmail } from "@coffer/core/account/email";
import type { RecordKind } from "@coffer/core/items/kinds";
import { scopeOf } from "../vault/context.ts";
import type { SharingContext } from "./context.ts";
import { type NotShared, shareMany } from "./create-shares.ts";
import { findPerson } from "./people.ts";
import { isOver } from "./share-end.ts";
import { namesIn } from "./share-lists.ts";
import type { PromisedShare } from "./stored-shares.ts";
import { changeTrust, type KeyTrust, readTrust, type TrustStore } from "./trust-store.ts";

/** One thing that was promised to one address. */
export interface PromisedRow extends PromisedShare {
  readonly itemId: string;
  readonly kind: RecordKind;
  /** Null if it is not there any more. */
  readonly name: string | null;
  readonly isExpired: boolean;
}

/** What waits for one person. */
export interface Promised {
  readonly email: string;
  /** What is known of their key; null while they have no account. */
  readonly known: KeyTrust | null;
  readonly rows: readonly PromisedRow[];
}

interface PromiseRequest {
  readonly email: string;
  /** Own items and vaults. */
  readonly ids: readonly string[];
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. It does not wait for anyone: who comes later gets nothing. */
  readonly expiresAt: number | null;
}

/** @throws AppError not_found when something is not the user's own */
export async function promiseShares(context: SharingContext, { email, ids, ...terms }: PromiseRequest): Promise<void> {
  for (const id of ids) if (!(await ownedRecord(context, id))) throw new AppError("not_found");
  const added = Object.fromEntries(ids.map((id) => [id, terms]));
  await changeTrust(context, (store) => withPromised(store, email, { ...store.promised[normaliseEmail(email)], ...added }));
}

/** @returns the record where this account may share it */
async function ownedRecord(context: SharingContext, id: string) {
  const scope = await scopeOf(context, id).catch(() => null);
  return scope?.keys.rights.isOwner ? (scope.records.get(id) ?? null) : null;
}

/** No promise left: no address left. */
function withPromised(store: TrustStore, address: string, shares: Readonly<Record<string, PromisedShare>>): TrustStore {
  const { [normaliseEmail(address)]: _, ...others } = store.promised;
  return { ...store, promised: Object.keys(shares).length === 0 ? others : { ...others, [normaliseEmail(address)]: shares } };
}

/** The server counts how often it is asked for a person: of more addresses no one is told here whether they have joined. */
const ASKED = 5;

/** All that waits, by address, the oldest first. Asks the server who of them has joined. */
export async function promisedShares(context: SharingContext): Promise<Promised[]> {
  const { promised } = await readTrust(context);
  const waiting: Promised[] = [];
  for (const [email, shares] of Object.entries(promised)) {
    const known = waiting.length < ASKED ? await knownAt(context, email) : null;
    waiting.push({ email, known, rows: await rowsOf(context, shares) });
  }
  return waiting;
}

/** Whatever keeps the server from answering: they wait on. */
const knownAt = (context: SharingContext, email: string): Promise<KeyTrust | null> =>
  findPerson(context, { email }).then(
    ({ known }) => known,
    () => null,
  );

async function rowsOf(context: SharingContext, shares: Readonly<Record<string, PromisedShare>>): Promise<PromisedRow[]> {
  const names = namesIn(context);
  const rows: PromisedRow[] = [];
  for (const [itemId, share] of Object.entries(shares)) {
    const record = await ownedRecord(context, itemId);
    const kind = (record?.kind ?? "password") as RecordKind;
    const name = record ? (names.get(itemId) ?? null) : null;
    rows.push({ ...share, itemId, kind, name, isExpired: isOver(share.expiresAt, context.now()) });
  }
  return rows;
}

interface OfPromise {
  readonly email: string;
  readonly ids: readonly string[];
}

export const withdrawPromise = (context: SharingContext, { email, ids }: OfPromise): Promise<void> =>
  changeTrust(context, (store) => {
    const left = Object.entries(store.promised[normaliseEmail(email)] ?? {}).filter(([id]) => !ids.includes(id));
    return withPromised(store, email, Object.fromEntries(left));
  });

/**
 * By a press that names the person: shares what was promised and shown, as it was said then. What has lapsed or is gone is forgotten.
 * @returns what was not shared: it stays promised @throws as `shareMany`, before anything is shared, when it is about the person
 */
export async function keepPromise(context: SharingContext, { email, ids }: OfPromise): Promise<NotShared[]> {
  const promised = (await readTrust(context)).promised[normaliseEmail(email)] ?? {};
  const left: NotShared[] = [];
  const wanted: [string, PromisedShare][] = [];
  for (const id of ids) {
    const share = promised[id];
    if (share && !isOver(share.expiresAt, context.now()) && (await ownedRecord(context, id))) wanted.push([id, share]);
  }
  for (const { of, terms } of byTerms(wanted)) left.push(...(await shareMany(context, { ids: of, email, ...terms })));
  const kept = ids.filter((id) => !left.some((one) => one.id === id));
  await withdrawPromise(context, { email, ids: kept });
  return left;
}

/** Those that are shared in one go. */
function byTerms(shares: readonly (readonly [string, PromisedShare])[]): { of: string[]; terms: PromisedShare }[] {
  const groups: { of: string[]; terms: PromisedShare }[] = [];
  for (const [id, terms] of shares) {
    const group = groups.find((one) => one.terms.permission === terms.permission && one.terms.expiresAt === terms.expiresAt);
    if (group) group.of.push(id);
    else groups.push({ of: [id], terms });
  }
  return groups;
}
