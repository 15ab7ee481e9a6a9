/** Recipients of a share: a person by email address, or the own team. */
import type { SharedItem } from "@coffer/contract/sharing";
import { fingerprint, toHex, verifyGrant, verifyTeamGrant } from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { scopeOf } from "../vault/context.ts";
import type { CurrentTeamKey, SharingContext } from "./context.ts";
import { findPerson } from "./people.ts";
import { placesOf } from "./placed-items.ts";
import { isOver } from "./share-end.ts";
import type { GrantRecord } from "./stored-shares.ts";
import { endedUnder, holderOf, keyTrustOf, readTrust, type TrustStore } from "./trust-store.ts";
import { judgeKey, pressedKey, type TrustedKey } from "./trusted-key.ts";

/** The next key waits, by what this device knows of a team: it is in doubt, or its key has not come. */
export class WaitsForTeamError extends ClientError {}

/** No next key before its owner has decided about that person: the server says which key someone has. */
export class AnotherKeyError extends ClientError {
  constructor(email: string) {
    super(
      `${email} has another key than before, as after a start with an empty vault. End what you share with them here; then share it again.`,
    );
  }
}

/** A person or the own team. */
export type Recipient = PersonAt | { readonly team: CurrentTeamKey };

interface PersonAt {
  readonly person: TrustedKey;
}

/** @throws AppError no_such_account, shared_with_self; ClientError when the person's key has changed */
export async function findRecipient(context: SharingContext, address: string): Promise<PersonAt> {
  const found = await findPerson(context, { email: address });
  return { person: await pressedKey(await readTrust(context), found) };
}

const NO_TEAM_KEY =
  "Your team's key is not on this device yet. It comes as soon as another member of the team is online; where a member has just left, as soon as an administrator is.";

/** @throws ClientError when there is no trusted team, its key has not arrived, or its log is in doubt */
export async function ownTeamKey(context: SharingContext, occasion: "new" | "again" = "new"): Promise<{ readonly team: CurrentTeamKey }> {
  await context.team.sync(context, true);
  const team = await context.team.currentKey(context);
  if (!team) throw new ClientError(NO_TEAM_KEY);
  await context.team.requireShareable(context, occasion);
  return { team };
}

interface Holder {
  readonly row: SharedItem;
  readonly recipient: Recipient;
}

/**
 * The holders who get a grant of the next key: only those this account gave the scope to and has not taken it from. Others that the
 * server lists get nothing.
 * @param keys - of the scope, with the epoch of the key that was given
 * @throws Error when a public key differs from the one this account knows: the share has to be revoked or the person compared again
 */
export async function recipientsOf(context: SharingContext, keys: ScopeKeys, rows: readonly SharedItem[]): Promise<Holder[]> {
  const trust = await readTrust(context);
  const around = await vaultAround(context, keys.scopeId);
  const holders: Holder[] = [];
  for (const row of rows) {
    const at = placeOf(row, around);
    if (at === null || !isStillGiven(trust, keys.epoch, { row, at }, context.now()) || hasLostIt(trust, row, at)) continue;
    // Left out, they would lose what this account gives them: by a lie, or in silence.
    if (!isGivenTo(trust, row, at)) throw untrue();
    if (!(await isOwnGrant(context, keys, row))) throw (await isToAnotherKey(trust, row)) ? otherKeyOf(trust, row) : untrue();
    const recipient = await recipientOf(context, row, trust);
    if (recipient) holders.push({ row, recipient });
  }
  return holders;
}

export const untrue = (): ClientError => new ClientError("The server's list of what you share is not true. Nothing was changed.");

/**
 * Who has it already. @param row - whose own grant was verified: with a person, also the key that it was sealed to
 * @returns null for a team that this account is not in any more, which has lost it by that
 * @throws as `recipientsOf`
 */
export async function recipientOf(context: SharingContext, row: SharedItem, trust: TrustStore): Promise<Recipient | null> {
  const { shared_with_id: id, shared_with_key: publicKey, shared_with_email: email } = row;
  if (row.team_epoch !== null || publicKey === null) {
    const recipient = await ownTeamKey(context, "again").catch(waiting);
    return recipient.team.teamId === id ? recipient : null;
  }
  const signed = { fingerprint: toHex(await fingerprint(publicKey)), isProven: false };
  const person = await judgeKey(trust, { accountId: id, publicKey, email }, "kept", signed);
  if (typeof person === "string") throw otherKeyOf(trust, row);
  return { person };
}

/** @throws WaitsForTeamError for what this device has found out about the team; all else as it is */
function waiting(error: unknown): never {
  const isKnown = error instanceof ClientError || error instanceof IntegrityError;
  throw isKnown ? new WaitsForTeamError(error.message, { cause: error }) : error;
}

/**
 * Whether the server lists a grant that this account has signed once, but by its own record has not given, or has taken back: it is shown as such, and gets no
 * further key.
 */
export const isAdded = (
  { given }: Pick<TrustStore, "given">,
  { scope_id, id, along_id, expires_at }: Pick<SharedItem, "scope_id" | "id" | "along_id" | "expires_at">,
  now: number,
): boolean => !isOver(expires_at, now) && along_id === null && given[scope_id] !== undefined && given[scope_id][id] === undefined;

/** Where this account's own record has a grant: by scope and id. */
interface Place {
  readonly scopeId: string;
  readonly id: string;
}

/** An item is in a vault that this account has not put it into, by what this device has of it: who has it along by that, its owner says. */
export class MisplacedError extends ClientError {
  constructor() {
    super("An item that is shared on its own is not in the vault that you have put it into. Move it to where it belongs, and save again.");
  }
}

/** The shared vault that an item with a key of its own is in, by what this device has of it. @throws MisplacedError */
async function vaultAround(context: SharingContext, scopeId: string): Promise<string | null> {
  const scopes = await context.scopes();
  const scope = scopes.find(({ keys }) => keys.scopeId === scopeId);
  if (scope?.keys.rights.kind !== "item") return null;
  const [categoryId] = [...scope.records.values()].flatMap((record) => record.categoryId ?? []);
  const isMisplaced = categoryId !== undefined && !placesOf(await readTrust(context), scope).includes(categoryId);
  const vault = scopes.find(({ keys, records }) => keys.rights.kind === "vault" && categoryId !== undefined && records.has(categoryId));
  if (vault && isMisplaced) throw new MisplacedError();
  return vault?.keys.scopeId ?? null;
}

/** A linked grant is given with that of the vault which the item is in. @returns null for one that is linked to anything else: no signature says to what it is linked */
function placeOf({ scope_id: scopeId, id, along_id: along }: SharedItem, around: string | null): Place | null {
  if (along === null) return { scopeId, id };
  return around === null ? null : { scopeId: around, id: along };
}

/** @param epoch - the grant must be of this key */
function isStillGiven(store: TrustStore, epoch: number, { row, at }: { row: SharedItem; at: Place }, now: number): boolean {
  const { id, scope_id, epoch: given, created_at } = row;
  const [grants, until] = [store.given[at.scopeId], store.until[at.scopeId]?.[at.id] ?? store.until[scope_id]?.[id]];
  if (grants ? grants[at.id] === undefined : row.along_id !== null) return false;
  if (until !== undefined && until <= now) return false;
  // A linked grant ends with that of the vault.
  const since = endedUnder(store, { scopeId: scope_id, epoch })?.[at.id];
  return given === epoch && (since === undefined || created_at >= since);
}

/** It ends some day, and the server says that this day has come, perhaps by a clock that is ahead of this device's: without a grant there is nothing to go on. */
const hasLostIt = ({ until }: TrustStore, { own_grant, expires_at }: SharedItem, at: Place): boolean =>
  own_grant === null && expires_at !== null && until[at.scopeId]?.[at.id] !== undefined;

/** By the own record, where there is one: to whom, and no more than that. */
function isGivenTo({ given }: TrustStore, row: SharedItem, at: Place): boolean {
  const to = given[at.scopeId]?.[at.id];
  return to === undefined || (to.to === row.shared_with_id && to.isTeam === (row.team_epoch !== null) && !isMore(row, to));
}

/** Whether the server lists more than this account has given: a grant from before it was made less, which this account has signed too. */
export const isMore = ({ permission_level: listed }: SharedItem, { permission: given }: Pick<GrantRecord, "permission">): boolean =>
  listed === "write" && given === "read";

/**
 * Whether item, recipient and permission of a listed share match what this account has signed. An expired share has no grant left to
 * compare; someone who started over with new keys is recognised by the changed key. Either is of the scope that the item is in.
 */
export async function matchesOwnGrant(context: SharingContext, row: SharedItem): Promise<boolean> {
  if ((await scopeOf(context, row.item_id)).keys.scopeId !== row.scope_id) return false;
  return (await isSignedAsListed(context, row)) || isToAnotherKey(await readTrust(context), row);
}

export async function isSignedAsListed(context: SharingContext, row: SharedItem): Promise<boolean> {
  // The server keeps the grant of what has ended no longer.
  if (row.own_grant === null) return isOver(row.expires_at, context.now());
  const { keys } = await scopeOf(context, row.item_id);
  return keys.scopeId === row.scope_id && isOwnGrant(context, keys, row);
}

/**
 * Before a share is changed and not ended: of one that was not signed as it is listed, level and end are the server's word; and what was taken back is not given again.
 * @throws AnotherKeyError, ClientError
 */
export async function requireSigned(context: SharingContext, row: SharedItem): Promise<void> {
  const trust = await readTrust(context);
  if (isAdded(trust, row, context.now())) throw untrue();
  if (!(await isSignedAsListed(context, row))) throw otherKeyOf(trust, row);
}

/** What the server calls the person of a row, but for the address of another person whom this account knows: then the one that it knows this person by. */
export function addressIn(store: TrustStore, row: SharedItem): string {
  const { shared_with_id: id, shared_with_email: email } = row;
  const holder = holderOf(store, email);
  return holder === undefined || holder === id ? email : (store.people[id]?.email ?? givenIn(store, row)?.name ?? email);
}

/** By this account's own record; a linked grant is given with that of the vault. */
const givenIn = ({ given }: Pick<TrustStore, "given">, { id, along_id: along, scope_id: scopeId }: SharedItem): GrantRecord | undefined =>
  along === null ? given[scopeId]?.[id] : Object.values(given).find((grants) => grants[along])?.[along];

/**
 * Whether a share that this account did not sign as it is listed was given to that person all the same, under another key than the server says now: they have begun
 * again. By its own record of what it gave, also where the two have compared the new key since; or, where that does not say the key, by the one that it knows of them.
 */
async function isToAnotherKey(trust: TrustStore, row: SharedItem): Promise<boolean> {
  const { shared_with_id: accountId, shared_with_key: publicKey, shared_with_email: email } = row;
  if (publicKey === null || row.team_epoch !== null) return false;
  const given = givenIn(trust, row);
  if (given?.to === accountId && given.key !== undefined) return given.key !== toHex(await fingerprint(publicKey));
  return (await keyTrustOf(trust, { accountId, publicKey, email })) === "changed";
}

const otherKeyOf = (trust: TrustStore, row: SharedItem): AnotherKeyError => new AnotherKeyError(addressIn(trust, row));

/** Whether this account signed the grant with just the listed values. */
export async function isOwnGrant(context: SharingContext, { scopeId, rights }: ScopeKeys, row: SharedItem): Promise<boolean> {
  const { accountId, publicKey } = await context.identity();
  const { own_grant: text, epoch, permission_level: permission, created_at: createdAt, shared_with_id: id, shared_with_key: key } = row;
  // A team's row names no key, and a person's one does: nothing is sealed to a key that was not signed.
  if (text === null || rights.kind === "personal" || (row.team_epoch === null) !== (key !== null)) return false;
  const terms = { grantId: row.id, scopeId, scopeKind: rights.kind, epoch, sender: { accountId, publicKey }, permission, createdAt };
  if (row.team_epoch !== null) return verifyTeamGrant({ ...terms, team: { teamId: id, epoch: row.team_epoch } }, text);
  return key !== null && verifyGrant({ ...terms, recipient: { accountId: id, publicKey: key } }, text);
}

/** Whether a share with this account is listed as its giver signed it. One that has ended has no grant left to compare. */
export async function isAsGiven(context: SharingContext, row: SharedItem): Promise<boolean> {
  const { accountId, publicKey } = await context.identity();
  const { shared_key: text, scope_id: scopeId, epoch, permission_level: permission, created_at: createdAt } = row;
  if (text === null) return true;
  const sender = { accountId: row.shared_by_id, publicKey: row.shared_by_key };
  const scopeKind = row.item_type === "category" ? "vault" : "item";
  const terms = { grantId: row.id, scopeId, scopeKind, epoch, sender, permission, createdAt } as const;
  if (row.team_epoch !== null) return verifyTeamGrant({ ...terms, team: { teamId: row.shared_with_id, epoch: row.team_epoch } }, text);
  return verifyGrant({ ...terms, recipient: { accountId, publicKey } }, text);
}
