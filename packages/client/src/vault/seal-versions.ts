/**
 * Seals earlier versions again after a scope got new keys, a portion at a time and in the background (decision 18): the key of before is in the trust store until nothing is left that is
 * under it. Only the owner's own data goes under the owner's own key, so no press is needed (security design §6). Whatever stops it, the next pull goes on with what is left.
 */
import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import {
  oldVersions as endpoints,
  type OldVersion,
  portionMessage,
  type ResealedVersion,
  textOfPortion,
} from "@coffer/contract/old-versions";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { sha256, toBase64Url, utf8 } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord, sealRecord } from "../sync/seal-record.ts";
import { isRetiredIn, type KeyOfBefore, keysOfBefore, trustWithoutKeys, type VersionKeys, versionKeysIn } from "../sync/version-keys.ts";
import { unwrapTrust, wrapTrust } from "../sync/wrapped-trust.ts";
import type { VaultContext } from "./context.ts";

type Context = Pick<VaultContext, "call" | "keyring" | "now" | "pause" | "scope" | "scopes">;

/** A session may make 300 calls a minute: most of them stay for the person. */
const BETWEEN_PORTIONS_MS = 1_000;
/** Of one scope, until it is the next one's turn: neither a writer who saves all the time nor a server that lists what is not there keeps the others waiting. */
const PORTIONS_IN_TURN = 5;

/** Trust stores that have no key of before, and scopes in whose session it is being done. */
const [idle, busy] = [new WeakMap<Scope, string>(), new WeakSet<Scope>()];

/** @throws ConnectionError, AppError without an answer: then the next pull goes on */
export async function sealVersionsAgain(context: Context): Promise<void> {
  const personal = await context.scope();
  const { trust } = personal;
  if (trust === null || busy.has(personal) || idle.get(personal) === trust) return;
  busy.add(personal);
  try {
    await sealAll(context, personal);
  } finally {
    busy.delete(personal);
  }
}

/** Of a scope under one key of before. */
interface Left {
  readonly before: ScopeKeys;
  readonly now: ScopeKeys;
}

/** By scope and key. */
interface Tried {
  /** Names of the versions that were sent last: a server that does not take them would be asked for ever. */
  readonly sent: Map<string, readonly string[]>;
  /** Not asked for again until the next pull. */
  readonly stuck: Set<string>;
  readonly failed: unknown[];
}

const nameOf = ({ before: { scopeId, epoch } }: Left): string => `${scopeId} ${epoch}`;

/**
 * In turns, and each time of what is left then: a scope that makes no progress, or whose versions are very many, holds up no other, nor one that gets new keys meanwhile.
 * @throws the first error, once the others are done
 */
async function sealAll(context: Context, personal: Scope): Promise<void> {
  const tried: Tried = { sent: new Map(), stuck: new Set(), failed: [] };
  for (let isMore = true; isMore; ) {
    const { trust } = personal;
    const keys = await versionKeysIn(context.keyring(), trust);
    if (Object.keys(keys).length === 0 && trust !== null) idle.set(personal, trust);
    const over = givenUp(personal, keys);
    isMore = false;
    for (const left of await leftIn(context, keys)) {
      if (tried.stuck.has(nameOf(left))) continue;
      const turn = await sealTurn(context, left, tried).catch((error: unknown) => void tried.failed.push(error));
      if (turn === "done") over.push({ scopeId: left.now.scopeId, epoch: left.before.epoch });
      else if (turn === "more") isMore = true;
      else tried.stuck.add(nameOf(left));
    }
    if (over.length > 0) await dropKeys(context, personal, over);
  }
  for (const error of tried.failed) throw error;
}

/** Not where the key in use is to be replaced first. */
async function leftIn(context: Context, keys: VersionKeys): Promise<Left[]> {
  const { trust } = await context.scope();
  const isRetired = trust === null ? () => false : await isRetiredIn(context.keyring(), trust, context.now());
  const own = (await context.scopes()).filter(({ keys: now, trouble }) => now.rights.isOwner && !trouble && !isRetired(now));
  const all = own.map(async ({ keys: now }) => [...(await keysOfBefore(now, keys)).values()].map((before) => ({ before, now })));
  return (await Promise.all(all)).flat();
}

/** Scopes that are no more: their items are elsewhere, without their versions. */
const givenUp = ({ keys: { scopeId }, shared }: Scope, keys: VersionKeys): KeyOfBefore[] =>
  Object.entries(keys)
    .filter(([id]) => id !== scopeId && !shared.some((one) => one.id === id))
    .flatMap(([id, byEpoch]) => Object.keys(byEpoch).map((epoch) => ({ scopeId: id, epoch: Number(epoch) })));

/** @returns "done" where nothing is left under the key of before; "stuck" where the server does not take what is sent */
async function sealTurn(context: Context, left: Left, { sent }: Tried): Promise<"done" | "more" | "stuck"> {
  const { before, now } = left;
  for (let portion = 0; portion < PORTIONS_IN_TURN; portion++) {
    const { versions } = await context.call(endpoints.listOldVersions, { scope: now.scopeId, epoch: before.epoch });
    if (versions.length === 0) return "done";
    const names = versions.map(({ id, revision, saveId }) => `${id} ${revision} ${saveId}`);
    if (sent.get(nameOf(left))?.some((name) => names.includes(name))) return "stuck";
    if (sent.size > 0) await context.pause(BETWEEN_PORTIONS_MS);
    sent.set(nameOf(left), names);
    await send(context, before, now, await inBatches(versions, (one) => sealAgain(before, now, one), 20));
  }
  return "more";
}

/** What is not whatever its context says does not open, and has to hold up nothing. */
async function sealAgain(
  before: ScopeKeys,
  now: ScopeKeys,
  { id, kind, revision, saveId, seal, fields }: OldVersion,
): Promise<ResealedVersion> {
  const times = { createdAt: 0, updatedAt: 0, lastUsedAt: null, trashedAt: null };
  const record = { ...BLANK_COLUMNS, ...times, scopeId: now.scopeId, id, kind, revision, saveId, seal, fields };
  const { state, device = "", closed: _, ...opened } = await openRecord(before, record);
  const named = { id, revision, saveId };
  return { ...named, sealed: state === "intact" ? await sealRecord(now, { ...named, kind, device, ...opened }) : null };
}

/** One that the server does not take is found by halves, and left out. */
async function send(context: Context, before: ScopeKeys, now: ScopeKeys, versions: ResealedVersion[]): Promise<void> {
  const portion = { scope: now.scopeId, oldEpoch: before.epoch, epoch: now.epoch };
  const message = portionMessage(portion, await sha256(utf8(textOfPortion(versions))));
  const signature = toBase64Url(await now.signer.sign(message));
  try {
    await context.call(endpoints.resealVersions, { ...portion, versions, signature });
  } catch (error) {
    const isNotTaken = isRefusal(error, "invalid_input") || isRefusal(error, "too_large");
    if (!isNotTaken || versions.every(({ sealed }) => sealed === null)) throw error;
    const half = Math.ceil(versions.length / 2);
    const parts =
      half < versions.length ? [versions.slice(0, half), versions.slice(half)] : [versions.map((one) => ({ ...one, sealed: null }))];
    for (const part of parts) await send(context, before, now, part);
  }
}

/** After the last portion. */
async function dropKeys(context: Context, personal: Scope, over: readonly KeyOfBefore[]): Promise<void> {
  await personal.commit(async () => {
    const own = context.keyring();
    const bytes = personal.trust === null ? null : trustWithoutKeys(await unwrapTrust(own, personal.trust), over);
    if (!bytes) return { changes: [], send: async () => undefined };
    const trust = await wrapTrust(own, bytes);
    bytes.fill(0);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}
