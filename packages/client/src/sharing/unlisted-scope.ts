/**
 * An own shared scope that the server's list leaves out, although its owner has not ended its shares: a backup from before it was shared was restored, or the server says so. What this
 * device has of it stays, and nothing is saved in it, until the owner decides: then all of it becomes the owner's own again, as new records, and no one else has it.
 */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { Change, PutChange } from "@coffer/contract/record";
import { COMMIT_MAX_BYTES } from "@coffer/contract/vault";
import { context as bound, deriveKey, toHex, uuidToBytes } from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import type { SealedCopy } from "../sync/scope-deps.ts";
import { idFrom, sealCopies } from "../vault/device-only-copies.ts";
import { resealForScope } from "../vault/move-records.ts";
import type { SharingContext } from "./context.ts";
import { isStillGranted, YOUR_TEAM } from "./grant-records.ts";
import { changeTrust, readTrust, withEndedIn, withGiven } from "./trust-store.ts";

export const isUnlisted = async (context: Pick<SharingContext, "scope">, { keys }: Scope): Promise<boolean> =>
  (await context.scope()).shared.every(({ id }) => id !== keys.scopeId);

/**
 * Whether a scope that is not listed stays on this device. Where its owner has ended its shares on another device, all of it is in the personal scope by now. The server is asked for
 * it all the same: a list that was cut is no end.
 */
export async function keepsUnlisted(context: SharingContext, scope: Scope): Promise<boolean> {
  const { rights, scopeId } = scope.keys;
  if (rights.kind === "personal" || !rights.isOwner || scope.held === null) return false;
  const [trust, personal] = [await readTrust(context), await context.scope()];
  const isReturned = [...scope.records.keys()].some((id) => personal.records.has(id) || personal.trashed.has(id));
  const isGiven = isStillGranted(trust, scopeId, context.now());
  if (!isGiven && (isReturned || Object.keys(trust.given[scopeId] ?? {}).length === 0)) return false;
  await scope.pull().catch((error: unknown) => {
    if (error instanceof AppError) scope.refuse(new IntegrityError("omitted", { cause: error }));
  });
  return true;
}

/**
 * Where it was broken off, it goes on: what is there already stays as it is. @param over - gets those who had it
 * @throws ClientError when a record does not open; then nothing is written
 */
export async function returnToOwner(context: SharingContext, { keys, records, trashed }: Scope, over = new Set<string>()): Promise<void> {
  const personal = await context.scope();
  const all = await resealForScope(context, [...records.values(), ...trashed.values()], { from: keys, to: personal.keys });
  const from = await secretOf(context, keys.scopeId);
  const ids = new Map(await Promise.all(all.map(async ({ known: { id } }) => [id, await idFrom(`left out ${from} ${id}`)] as const)));
  const left = all.map(({ known }) => ({ record: known, isConflict: false }));
  const copies = await sealCopies(context, personal.keys, left, (id) => personal.records.has(id), ids);
  for (const part of inParts(copies.map(({ change }) => change)))
    await commitToPersonal(context, personal, () => part.filter(({ id }) => !personal.records.has(id) && !personal.trashed.has(id)));
  await commitToPersonal(context, personal, () => deletions(personal, copies));
  for (const { name, isTeam } of Object.values((await readTrust(context)).given[keys.scopeId] ?? {})) over.add(isTeam ? YOUR_TEAM : name);
  // A server that has it all the same gives no one its next key.
  await changeTrust(context, (store) =>
    Object.keys(store.given[keys.scopeId] ?? {}).reduce(
      (sum, id) => withGiven(withEndedIn(sum, [keys], id, Number.MAX_SAFE_INTEGER), keys.scopeId, id, null),
      store,
    ),
  );
}

/**
 * The ids in the personal scope follow from it: the same each time and on each device of the owner, so that nothing is returned twice. Who reads the scope knows its ids and its keys, and could
 * have made something under what follows from these.
 */
async function secretOf(context: SharingContext, scopeId: string): Promise<string> {
  const identity = await (await context.identity()).secret();
  const secret = await deriveKey(identity, bound("left-out", uuidToBytes(scopeId)));
  identity.fill(0);
  return toHex(secret);
}

/** @param changesNow - asked again when another device was faster */
async function commitToPersonal(context: SharingContext, personal: Scope, changesNow: () => Change[]): Promise<void> {
  await personal.commit(async () => {
    const changes = changesNow();
    return { changes, send: (write) => context.call(api.vault.commit, { ...write, changes }) };
  });
}

/** What was in the trash goes there again. */
const deletions = (personal: Scope, copies: readonly SealedCopy[]): Change[] =>
  copies.flatMap(({ change: { id }, trashedAt }) =>
    trashedAt === null || !personal.records.has(id) ? [] : [{ op: "trash" as const, id, trashedAt }],
  );

/** Vaults first; each part fits into one commit. */
function inParts(changes: readonly PutChange[]): PutChange[][] {
  const parts: PutChange[][] = [];
  let room = 0;
  for (const change of changes.toSorted((one, other) => Number(other.kind === "category") - Number(one.kind === "category"))) {
    const bytes = JSON.stringify(change).length;
    if (bytes > room) [room] = [COMMIT_MAX_BYTES / 2, parts.push([])];
    parts.at(-1)?.push(change);
    room -= bytes;
  }
  return parts;
}
