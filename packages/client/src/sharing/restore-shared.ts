/**
 * Brings back what this account shares where the server went back, on the owner's request (security design §4, "Repair"): after a restored backup all of it, otherwise one
 * scope. Where the server has a scope under another key than this device has seen, its history goes on from the server's state, under a key that no one has who lost
 * access since, and then what this device has takes its place. Until the server has taken that, this device keeps what it has under the key of before: wherever it is broken off,
 * it begins again.
 */
import type { SharedScope } from "@coffer/contract/vault";
import { ClientError, IntegrityError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import { pull } from "../vault/read.ts";
import { isRepairable } from "../vault/repair.ts";
import { candidateKeys, hasCandidates } from "./candidate-keys.ts";
import type { SharingContext } from "./context.ts";
import { YOUR_TEAM } from "./grant-records.ts";
import { divergedAt, mergeDiverged } from "./merge-diverged.ts";
import { reconcile, replaceKey } from "./reconcile.ts";
import { restateShares } from "./restate-shares.ts";
import { withUsed } from "./retired-keys.ts";
import { retriedWhenStale } from "./sign-changes.ts";
import { changeTrust, keyIn, readTrust } from "./trust-store.ts";
import { isUnlisted, returnToOwner } from "./unlisted-scope.ts";

const LEFT =
  "Your own vault is up to date again, but not all of what you share could be brought back yet. Nothing of it is lost on this device: please try once more.";

/** @returns see `saidOf` @throws ClientError where something is left to be done */
export function restoreShared(context: SharingContext): Promise<string | null> {
  return context.oneAtATime(async () => {
    await pull(context);
    const failed: unknown[] = [];
    const troubled = (await context.scopes()).filter(isTroubled);
    const over = new Set<string>();
    for (const scope of troubled) await restoreScope(context, scope, over).catch((error: unknown) => failed.push(error));
    await pull(context);
    if (troubled.length > 0) await reconcile(context).catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw leftBy(failed[0], over);
    return saidOf(over);
  });
}

const isTroubled = ({ keys: { rights }, trouble }: Scope): boolean =>
  rights.kind !== "personal" && rights.isOwner && trouble !== null && isRepairable(trouble);

/** What a person reads afterwards of those who have lost access by it: another device of theirs has given it since the server went back, or the server does not have it. */
export const saidOf = (over: ReadonlySet<string>): string | null =>
  over.size === 0 ? null : `This ended access for ${[...over].join(", ")}. Share again what they should have.`;

/** It was broken off. */
export const leftBy = (cause: unknown, over: ReadonlySet<string>): ClientError =>
  new ClientError([LEFT, saidOf(over) ?? []].flat().join(" "), { cause });

/** @param over - gets those whose access it ends @throws ClientError when what the server has opens with no key of this account */
export async function restoreScope(context: SharingContext, scope: Scope, over: Set<string>): Promise<void> {
  if (await isUnlisted(context, scope)) return returnToOwner(context, scope, over);
  const server = await underOtherKey(context, scope);
  if (!server) return scope.repair();
  const since = await divergedAt(context, scope, server);
  // Someone may have lost access to what the server has, and the numbers of keys that were in use are not used again.
  await changeTrust(context, (store) => withUsed(store, [scope.keys]));
  const within = { ...context, scopes: async () => inItsPlace(await context.scopes(), server) };
  await retriedWhenStale(context, async () => {
    await server.pull();
    // Who lost access before does not have to be told again.
    for (const row of await restateShares(within, server))
      if (row.created_at > since) over.add(row.team_epoch === null ? row.shared_with_email : YOUR_TEAM);
    await replaceKey(within, server);
  });
  await server.close();
  await (await context.scope()).pull();
  const now = await underNewest(context, scope);
  await now.server.pull();
  await now.write(await mergeDiverged(context, { device: scope, server: now.server, divergedAt: since }));
  await now.server.close();
}

const inItsPlace = ([personal, ...shared]: readonly [Scope, ...Scope[]], one: Scope): readonly [Scope, ...Scope[]] => [
  personal,
  ...shared.map((other) => (other.keys.scopeId === one.keys.scopeId ? one : other)),
];

async function listedAs(context: SharingContext, { keys }: Scope): Promise<SharedScope | undefined> {
  return (await context.scope()).shared.find(({ id }) => id === keys.scopeId);
}

/** What the server has, if it is not under the key of this device. @throws ClientError */
async function underOtherKey(context: SharingContext, scope: Scope): Promise<Scope | null> {
  const [listed, trust] = [await listedAs(context, scope), await readTrust(context)];
  const isSameNumber = listed?.epoch === scope.keys.epoch;
  if (!listed || (isSameNumber && !hasCandidates(trust, listed))) return null;
  const keys = candidateKeys(trust, listed);
  const opened = await firstThatOpens(context, listed, keys).finally(() => {
    for (const key of keys) key.fill(0);
  });
  if (!opened && !isSameNumber) throw new ClientError(LEFT);
  // The key that was kept first is this device's.
  const isOwn = isSameNumber && opened?.at === 0;
  if (isOwn) await opened.scope.close();
  return isOwn ? null : (opened?.scope ?? null);
}

async function firstThatOpens(context: SharingContext, listed: SharedScope, keys: ReturnType<typeof candidateKeys>) {
  for (const [at, key] of keys.entries()) {
    const scope = await context.apart({ listed, key });
    try {
      await scope.pull();
      return { at, scope };
    } catch (error) {
      await scope.close();
      if (!(error instanceof IntegrityError)) throw error;
    }
  }
  return null;
}

/** Under the key that was just made: to read, and to write on top of all that this device has seen. */
async function underNewest(context: SharingContext, scope: Scope) {
  const [listed, trust] = [await listedAs(context, scope), await readTrust(context)];
  const key = listed && keyIn(trust, listed.id, listed.epoch);
  if (!key) throw new ClientError(LEFT);
  const [server, writer] = await Promise.all([context.apart({ listed, key }), context.apart({ listed, key, isPinned: true })]);
  key.fill(0);
  return { server, write: (records: Parameters<Scope["repair"]>[0]) => writer.repair(records).finally(() => writer.close()) };
}
