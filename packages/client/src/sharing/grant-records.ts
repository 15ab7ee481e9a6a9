/**
 * Whom this account has given its shared scopes to, as it remembers it in the trust store (security design §6): a server that lists no one any more, or
 * leaves someone out, ends no sharing and returns nothing. What is missing in its list is shown, and waits for a press that names the person.
 *
 * A grant leaves the record when this account takes it back, when its signed end has come, or when this account leaves the team that has it. Scopes of
 * before have no record; the grants in the server's list that this account has signed are taken over at the next start.
 */
import type { OwnGrant, OwnStatement } from "@coffer/contract/own-message";
import type { SharedItem } from "@coffer/contract/sharing";
import { fingerprint, toHex } from "@coffer/crypto";
import type { Scope } from "../sync/scope.ts";
import type { KnownRecord } from "../types.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { isOwnGrant, type Recipient } from "./recipients.ts";
import { isOver } from "./share-end.ts";
import type { GrantRecord } from "./stored-shares.ts";
import { changeTrust, endedUnder, type KeyInUse, readTrust, type TrustStore } from "./trust-store.ts";

export const YOUR_TEAM = "Your team";

/** @param since - see GrantRecord */
export const grantRecordOf = (recipient: Recipient, permission: GrantRecord["permission"], since: number): GrantRecord =>
  "team" in recipient
    ? { to: recipient.team.teamId, isTeam: true, name: "", permission, since }
    : {
        ...{ to: recipient.person.accountId, isTeam: false, name: recipient.person.email, key: recipient.person.fingerprint },
        ...{ permission, since },
      };

/** @param row - whose grant was verified */
export async function recordFromRow(row: SharedItem): Promise<GrantRecord> {
  const { shared_with_id: to, shared_with_email: name, shared_with_key: key, team_epoch, permission_level: permission } = row;
  const named = { to, isTeam: team_epoch !== null, name, permission };
  return key === null ? named : { ...named, key: toHex(await fingerprint(key)) };
}

/** Whether someone has it still, as far as this account knows. */
export const isStillGranted = ({ given, until }: Pick<TrustStore, "given" | "until">, scopeId: string, now: number): boolean =>
  Object.keys(given[scopeId] ?? {}).some((id) => !isOver(until[scopeId]?.[id] ?? null, now));

/** Whether this account has given anything to a team. */
export const hasTeamGrants = ({ given }: Pick<TrustStore, "given">): boolean =>
  Object.values(given).some((grants) => Object.values(grants).some(({ isTeam }) => isTeam));

/** As the owner's statement lists it. @returns undefined for a scope of before */
export function grantsForStatement(
  { given, until, ...store }: Pick<TrustStore, "given" | "until" | "ended">,
  { scopeId, epoch }: KeyInUse,
): OwnStatement["grants"] | undefined {
  const live = given[scopeId];
  const over = endedUnder(store, { scopeId, epoch }) ?? {};
  if (!live) return undefined;
  return new Map<string, OwnGrant>([
    ...Object.entries(over).map(([id, before]) => [id, { level: "ended", before }] as const),
    ...Object.entries(live).map(
      ([id, { permission: level, since }]) =>
        [id, { level, until: until[scopeId]?.[id] ?? null, ...(since !== undefined && { since }) }] as const,
    ),
  ]);
}

/** The rows of a scope that this account has signed, apart from linked ones. */
async function ownRowsOf(context: SharingContext, { keys }: Scope, rows: readonly SharedItem[]): Promise<readonly SharedItem[]> {
  const listed = rows.filter(({ scope_id, along_id }) => scope_id === keys.scopeId && along_id === null);
  const isOwn = await Promise.all(listed.map((row) => isOwnGrant(context, keys, row)));
  return listed.filter((_, at) => isOwn[at]);
}

/** Begins the record of a scope. @param grants - of a scope of before, by their ids */
export const withRecord = (store: TrustStore, scopeId: string, grants: Readonly<Record<string, GrantRecord>> = {}): TrustStore =>
  store.given[scopeId] ? store : { ...store, given: { ...store.given, [scopeId]: grants } };

/** Own scopes of before get their records. */
export async function beginRecords(context: SharingContext): Promise<void> {
  const { given } = await readTrust(context);
  const before = (await context.scopes()).filter(
    ({ keys: { scopeId, rights } }) => rights.kind !== "personal" && rights.isOwner && !given[scopeId],
  );
  if (before.length === 0) return;
  const rows = await listSharedByMe(context);
  const own = await Promise.all(
    before.map(async (scope) => {
      const signed = await ownRowsOf(context, scope, rows);
      const grants = await Promise.all(signed.map(async (row) => [row.id, await recordFromRow(row)] as const));
      return [scope.keys.scopeId, Object.fromEntries(grants)] as const;
    }),
  );
  await changeTrust(context, (store) => own.reduce((sum, [scopeId, grants]) => withRecord(sum, scopeId, grants), store));
}

/** A share of this account's that the server does not list. */
export interface MissingShare {
  readonly id: string;
  readonly scope: Scope;
  /** What is shared. */
  readonly record: KnownRecord;
  readonly given: GrantRecord;
  readonly expiresAt: number | null;
}

export async function sharesMissingFrom(context: SharingContext, rows: readonly SharedItem[]): Promise<MissingShare[]> {
  const { given, until } = await readTrust(context);
  const listed = new Set(rows.map(({ id }) => id));
  return (await context.scopes()).flatMap((scope) => {
    const { scopeId, rights } = scope.keys;
    const record = rights.kind !== "personal" && rights.isOwner ? sharedRecord(scope) : undefined;
    if (!record) return [];
    const missing = Object.entries(given[scopeId] ?? {}).filter(([id]) => !listed.has(id));
    return missing.map(([id, to]) => ({ id, scope, record, given: to, expiresAt: until[scopeId]?.[id] ?? null }));
  });
}

/** The vault, or the item that is shared on its own; none while that is in the trash. */
const sharedRecord = ({ keys, records }: Scope): KnownRecord | undefined =>
  [...records.values()].find(({ kind }) => (kind === "category") === (keys.rights.kind === "vault"));
