/**
 * Whom a team's grant lets write, as the owner's statement names them. Who is in a team, only its members see: to a person outside it, with whom the owner has shared the
 * same, a head signed by a member would say nothing. So the owner signs, in that case alone, marks of the members whom the team's log has; the owner's client does
 * that with the next save, or by itself where someone has joined since.
 */
import { api } from "@coffer/contract/api";
import { fromHex, writerMark } from "@coffer/crypto";
import type { ScopeKeys, StatedPeople } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { Plan } from "../sync/scope-deps.ts";
import { readOwn } from "../sync/shared-rules.ts";
import { scopeOf } from "../vault/context.ts";
import type { SharingContext } from "./context.ts";
import { grantsForStatement } from "./grant-records.ts";
import { membersNow } from "./team-members.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

/** What the owner of a shared scope states next, as far as this account knows it. */
export async function peopleForStatement(context: SharingContext, at: Pick<ScopeKeys, "scopeId" | "epoch">): Promise<StatedPeople> {
  const trust = await readTrust(context);
  const [grants, isStated] = [grantsForStatement(trust, at), trust.stated.includes(at.scopeId)];
  if (!grants) return { isStated };
  const scope = (await context.scopes()).find(({ keys }) => keys.scopeId === at.scopeId);
  return {
    isStated,
    grants,
    writers: await writersAmong(trust, at.scopeId, scope ? await enclosingScopeIds(context, scope) : [at.scopeId]),
  };
}

/** Its id; for an item that is shared on its own also that of the scope its vault is in: who has that has the item. */
export async function enclosingScopeIds(
  context: SharingContext,
  { keys, records }: Pick<Scope, "keys" | "records">,
): Promise<readonly string[]> {
  if (keys.rights.kind !== "item") return [keys.scopeId];
  const ids = [...records.values()].flatMap(({ kind, categoryId }) => (kind === "category" || categoryId === null ? [] : [categoryId]));
  const around = await Promise.all([...new Set(ids)].map((id) => scopeOf(context, id)));
  return [keys.scopeId, ...around.map((one) => one.keys.scopeId)];
}

/** @param around - the scope, and those whose grants let people into it @returns none where no one outside a team reads it */
async function writersAmong({ given, ...trust }: TrustStore, scopeId: string, around: readonly string[]): Promise<ReadonlySet<string>> {
  const holders = around.flatMap((id) => Object.values(given[id] ?? {}));
  if (new Set(holders.map(({ to }) => to)).size < 2) return new Set();
  const teams = new Set(holders.flatMap(({ to, isTeam, permission }) => (isTeam && permission === "write" ? [to] : [])));
  const members = [...teams].flatMap((teamId) => membersNow(trust, teamId));
  return new Set(await Promise.all(members.map(({ id, key }) => writerMark(scopeId, id, fromHex(key)))));
}

/** Whether someone has joined whom the owner's last statement does not name yet. */
export async function lacksWriters(context: SharingContext, scope: Scope, trust: TrustStore): Promise<boolean> {
  const { scopeId, rights } = scope.keys;
  if (rights.kind === "personal" || !rights.isOwner) return false;
  const writers = await writersAmong(trust, scopeId, await enclosingScopeIds(context, scope));
  const stated = writers.size === 0 ? undefined : readOwn(scope.trust)?.writers;
  return [...writers].some((mark) => !stated?.has(mark));
}

/** A head of the owner's with nothing changed under it but the statement, which is as this account knows it now. */
export async function signStatement(context: SharingContext, scope: Scope): Promise<void> {
  const send: Plan["send"] = (write) => context.call(api.vault.commit, { ...write, changes: [] });
  await scope.commit(async () => ({ changes: [], contents: {}, send }));
}
