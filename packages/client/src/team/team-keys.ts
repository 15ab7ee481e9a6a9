/** Copies of a team's key: opens and stores those that others granted to this account, and grants copies to members in the log who lack one. */
import { api } from "@coffer/contract/api";
import { copiesMessage } from "@coffer/contract/key-copies-message";
import { MAX_WITHOUT, refusedKeyMessage, type TeamLog } from "@coffer/contract/team-log";
import type { KeyChange, TeamState } from "@coffer/core/team/log-state";
import {
  fingerprint,
  type GrantTerms,
  generateId,
  grantMessage,
  openGrant,
  type SecretKey,
  sha256,
  teamKeyCheck,
  toBase64Url,
  toHex,
  utf8,
} from "@coffer/crypto";
import { candidateKeys, hasCandidates, withAcceptedKey } from "../sharing/candidate-keys.ts";
import type { SharingContext } from "../sharing/context.ts";
import { sealToPerson } from "../sharing/seal-to-person.ts";
import { grantStatement } from "../sharing/statements.ts";
import { changeTrust, readTrust, type TrustStore } from "../sharing/trust-store.ts";
import { judgeKey, type TrustedKey } from "../sharing/trusted-key.ts";
import { pointOf, type VerifiedLog } from "./verified-log.ts";

type KeyGrant = TeamLog["keys"][number];

/**
 * This account's key for an epoch: of those that its devices have drawn, the one that the log names. A key drawn for a log that was never written does not count. Once one
 * does, the others go.
 */
export async function keyOf(context: SharingContext, { teamId, state }: VerifiedLog, epoch: number): Promise<SecretKey | null> {
  const [store, of] = [await readTrust(context), { id: teamId, epoch }];
  const drawn = candidateKeys(store, of);
  const checks = await Promise.all(drawn.map(async (key) => toHex(await teamKeyCheck({ teamId, epoch }, key))));
  const key = drawn[checks.indexOf(state.checks.get(epoch) ?? "")] ?? null;
  for (const other of drawn) if (other !== key) other.fill(0);
  // Where nothing can be written now, the next look does it.
  if (key && hasCandidates(store, of)) await changeTrust(context, (now) => withAcceptedKey(now, of, key)).catch(() => undefined);
  return key;
}

/** Also of earlier epochs: what is shared under them needs the key that counted. */
async function settleDrawn(context: SharingContext, log: VerifiedLog): Promise<void> {
  const epochs = Object.keys((await readTrust(context)).drawn[log.teamId] ?? {}).map(Number);
  for (const epoch of epochs) (await keyOf(context, log, epoch))?.fill(0);
}

/**
 * Opens new copies and stores the keys in the trust store. A copy that does not open, or holds another key than the log names, is
 * ignored; for the newest epoch the server is told, because a member who has a copy is not given another one.
 */
export async function openKeys(context: SharingContext, log: VerifiedLog, { keys, authors }: TeamLog): Promise<void> {
  const { teamId, state } = log;
  await settleDrawn(context, log);
  const byPrint = new Map(await Promise.all(authors.map(async (key) => [toHex(await fingerprint(key)), key] as const)));
  const opened = new Map<number, SecretKey>();
  for (const grant of keys) {
    // An epoch that the log does not have yet, or that is long over.
    if (!state.checks.has(grant.epoch) || grant.epoch <= state.epoch - MOST_KEYS) continue;
    if (await keyOf(context, log, grant.epoch)) continue;
    const key = await openOne(context, teamId, state, grant, byPrint);
    if (key) opened.set(grant.epoch, key);
    else if (grant.epoch === state.epoch) await refuseCopy(context, teamId, grant.id);
  }
  if (opened.size === 0) return;
  // In one save, however many an administrator has drawn meanwhile.
  await changeTrust(context, (store) => {
    const all = [...opened].reduce((sum, [epoch, key]) => withAcceptedKey(sum, { id: teamId, epoch }, key), store);
    return withoutOldKeys(all, teamId, state.epoch - MOST_KEYS);
  });
  for (const key of opened.values()) key.fill(0);
}

/** Of one team: what is shared under an older one waits for its owner's next pull. Else an administrator could fill the trust store of everyone, until it takes nothing any more. */
export const MOST_KEYS = 1_000;

/** @param last - epoch that is not kept */
function withoutOldKeys(store: TrustStore, teamId: string, last: number): TrustStore {
  const known = Object.entries(store.keys[teamId] ?? {});
  const kept = known.filter(([epoch]) => Number(epoch) > last);
  return kept.length === known.length ? store : { ...store, keys: { ...store.keys, [teamId]: Object.fromEntries(kept) } };
}

/** If the server cannot be told now, the next sync tells it. */
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
  // The sender must be in the log with the key that signs the grant: any key they have had in it.
  const prints = new Set([...known.values(), ...(founder ? [founder] : [])].filter((one) => one.id === senderId).map(({ key }) => key));
  const check = checks.get(epoch);
  const { accountId, publicKey: own, secret } = await context.identity();
  for (const publicKey of [...prints].flatMap((print) => byPrint.get(print) ?? [])) {
    const recipient = { accountId, publicKey: own };
    const terms = { ...termsOf({ id, teamId, epoch, createdAt }, { accountId: senderId, publicKey }), recipient };
    const bytes = await secret();
    try {
      const key = await openGrant(terms, text, bytes);
      const statement = grantStatement(teamId, terms.sender, await grantMessage(terms, text));
      if (statement) context.team.hear(statement);
      return toHex(await teamKeyCheck({ teamId, epoch }, key)) === check ? key : null;
    } catch {
      // sealed for another account, or signed with another key
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

const termsOf = ({ id, teamId, epoch, createdAt }: Named, sender: GrantTerms["sender"]): Omit<GrantTerms, "recipient"> => ({
  ...{ grantId: id, scopeId: teamId, scopeKind: "team", epoch, sender, permission: "read", createdAt },
});

type Person = TeamLog["people"][number];

/**
 * The key of a person in the log, for what every member gets unattended: the log names the key that the server shows, and this device
 * knows no other one.
 */
export async function memberKey(
  store: TrustStore,
  { members }: TeamState,
  { id: accountId, publicKey }: Person,
): Promise<TrustedKey | "blocked" | "never"> {
  const member = members.get(accountId);
  if (!member) return "never";
  return judgeKey(store, { accountId, publicKey, email: member.email }, "kept", { fingerprint: member.key, isProven: false });
}

/** Copies for those who are in the log and whose key is trusted; the others are shown (to-confirm.ts). */
export async function grantKeys(context: SharingContext, log: VerifiedLog, people: readonly Person[], key: SecretKey): Promise<KeyCopy[]> {
  const [{ accountId }, store] = [await context.identity(), await readTrust(context)];
  const copies: KeyCopy[] = [];
  for (const person of people) {
    const member = person.id === accountId ? "never" : await memberKey(store, log.state, person);
    if (typeof member === "object") copies.push(await sealCopy(context, { log, epoch: log.state.epoch }, member, key));
  }
  return copies;
}

interface AllCopies {
  readonly keys: KeyCopy[];
  /** What the entry of the key says of them. */
  readonly named: Pick<KeyChange, "copies" | "without">;
}

/**
 * Copies of a new key for every other member. Members whose key is not trusted, or whom the server does not show, are named as left out; an honest
 * server takes that only for accounts that it does not have.
 */
export async function copiesForAll(
  context: SharingContext,
  log: VerifiedLog,
  epoch: number,
  people: readonly Person[],
  key: SecretKey,
): Promise<AllCopies> {
  const { teamId, state } = log;
  const [{ accountId }, store] = [await context.identity(), await readTrust(context)];
  const keys: KeyCopy[] = [];
  for (const person of people) {
    const member = person.id === accountId ? "never" : await memberKey(store, state, person);
    if (typeof member === "object") keys.push(await sealCopy(context, { log, epoch }, member, key));
  }
  const hashed = await Promise.all(keys.map(async ({ memberId, key: text }) => ({ memberId, hash: toHex(await sha256(utf8(text))) })));
  const copies = toHex(await sha256(copiesMessage(teamId, epoch, hashed)));
  const has = new Set(keys.map(({ memberId }) => memberId));
  const without = [...state.members.keys()].filter((id) => id !== accountId && !has.has(id)).slice(0, MAX_WITHOUT);
  return { keys, named: { copies, ...(without.length > 0 && { without }) } };
}

type KeyCopy = Omit<KeyGrant, "senderId">;

async function sealCopy(
  context: SharingContext,
  { log, epoch }: { readonly log: VerifiedLog; readonly epoch: number },
  member: TrustedKey,
  key: SecretKey,
): Promise<KeyCopy> {
  const { accountId, publicKey, signer } = await context.identity();
  const [id, createdAt, { teamId }] = [generateId(context.random), context.now(), log];
  const terms = termsOf({ id, teamId, epoch, createdAt }, { accountId, publicKey });
  return {
    id,
    memberId: member.accountId,
    epoch,
    createdAt,
    key: await sealToPerson(member, { ...terms, log: pointOf(log) }, key, signer),
  };
}
