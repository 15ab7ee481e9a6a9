/** Copies of a team's key: those that others granted to this account are opened and kept, and those whom the log has and who lack one are given theirs. */
import { api } from "@coffer/contract/api";
import { refusedKeyMessage, type TeamLog } from "@coffer/contract/team-log";
import type { TeamState } from "@coffer/core/team/log-state";
import {
  fingerprint,
  type GrantTerms,
  generateId,
  openGrant,
  type SecretKey,
  sealGrant,
  teamKeyCheck,
  toBase64Url,
  toHex,
} from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, keyIn, readTrust, withKey } from "../sharing/trust-store.ts";
import type { VerifiedLog } from "./verified-log.ts";

type KeyGrant = TeamLog["keys"][number];

/** The key that this account has for an epoch, where it is the one that the log names: one that was drawn for a log that never came to be is none. */
export async function keyOf(context: SharingContext, { teamId, state }: VerifiedLog, epoch: number): Promise<SecretKey | null> {
  const key = keyIn(await readTrust(context), teamId, epoch);
  return key && toHex(await teamKeyCheck({ teamId, epoch }, key)) === state.checks.get(epoch) ? key : null;
}

/**
 * Opens what is new, and keeps it in the trust store. What does not open, or is another key than the log names, is no key: of the newest one the server is told so, since
 * nobody gives a key to whoever has a copy.
 */
export async function openKeys(context: SharingContext, log: VerifiedLog, { keys, authors }: TeamLog): Promise<void> {
  const { teamId, state } = log;
  const byPrint = new Map(await Promise.all(authors.map(async (key) => [toHex(await fingerprint(key)), key] as const)));
  for (const grant of keys) {
    if (await keyOf(context, log, grant.epoch)) continue;
    if (!state.checks.has(grant.epoch)) continue; // of a key that the log does not have yet
    const key = await openOne(context, teamId, state, grant, byPrint);
    if (!key) {
      if (grant.epoch === state.epoch) await refuseCopy(context, teamId, grant.id);
      continue;
    }
    await changeTrust(context, (store) => withKey(store, teamId, grant.epoch, key));
    key.fill(0);
  }
}

/** Where that cannot be said now, the next look says it. */
async function refuseCopy(context: SharingContext, teamId: string, grantId: string): Promise<void> {
  const { signer } = await context.identity();
  const signature = toBase64Url(await signer.sign(refusedKeyMessage(teamId, grantId)));
  await context.call(api.team.refuseKey, { id: teamId, grantId, signature }).catch(() => undefined);
}

async function openOne(
  context: SharingContext,
  teamId: string,
  { memberHistory: known, founder, checks }: TeamState,
  { id, epoch, createdAt, key: text, senderId }: KeyGrant,
  byPrint: ReadonlyMap<string, string>,
): Promise<SecretKey | null> {
  // Whoever gives it has to be in the log, with the key that signs the grant: one of those they have had in it.
  const prints = new Set([...known.values(), ...(founder ? [founder] : [])].filter((one) => one.id === senderId).map(({ key }) => key));
  const check = checks.get(epoch);
  const { accountId, publicKey: own, secret } = await context.identity();
  for (const publicKey of [...prints].flatMap((print) => byPrint.get(print) ?? [])) {
    const terms = termsOf({ id, teamId, epoch, createdAt }, { accountId: senderId, publicKey }, { accountId, publicKey: own });
    const bytes = await secret();
    try {
      const key = await openGrant(terms, text, bytes);
      return toHex(await teamKeyCheck({ teamId, epoch }, key)) === check ? key : null;
    } catch {
      // sealed for another, or signed with another key
    } finally {
      bytes.fill(0);
    }
  }
  return null;
}

interface Named {
  readonly id: string;
  readonly teamId: string;
  readonly epoch: number;
  readonly createdAt: number;
}

const termsOf = (
  { id, teamId, epoch, createdAt }: Named,
  sender: GrantTerms["sender"],
  recipient: GrantTerms["recipient"],
): GrantTerms => ({
  ...{ grantId: id, scopeId: teamId, scopeKind: "team", epoch, sender, recipient, permission: "read", createdAt },
});

type Person = TeamLog["people"][number];

/** Copies for those of these people whom the log has with just the key that the server shows; nobody else gets one. */
export async function grantKeys(
  context: SharingContext,
  { teamId, state }: VerifiedLog,
  people: readonly Person[],
  key: SecretKey,
): Promise<Omit<KeyGrant, "senderId">[]> {
  const { accountId, publicKey, signer } = await context.identity();
  const grants: Omit<KeyGrant, "senderId">[] = [];
  for (const person of people) {
    const member = state.members.get(person.id);
    if (!member || person.id === accountId || member.key !== toHex(await fingerprint(person.publicKey))) continue;
    const [id, epoch, createdAt] = [generateId(context.random), state.epoch, context.now()];
    const recipient = { accountId: person.id, publicKey: person.publicKey };
    const terms = termsOf({ id, teamId, epoch, createdAt }, { accountId, publicKey }, recipient);
    grants.push({ id, memberId: person.id, epoch, createdAt, key: await sealGrant(terms, key, signer) });
  }
  return grants;
}
