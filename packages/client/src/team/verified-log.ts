/** A team's log as this device has verified it: signed and chained entry by entry, and the state it adds up to (core/team/log.ts). */
import {
  entryMessage,
  invitedMessage,
  NO_ENTRY,
  type ReadEntry,
  readEntry,
  type SignedEntry,
  type TeamLog,
} from "@coffer/contract/team-log";
import { isWeakSigningKey } from "@coffer/core/account/signing-key";
import { type ProofCheck, replay } from "@coffer/core/team/log";
import { type LogChange, NO_TEAM, RULES_NOW, type SignedChange, type TeamState } from "@coffer/core/team/log-state";
import {
  fingerprint,
  fromBase64Url,
  hashHex,
  type LogPoint,
  signingKeyOf,
  toBase64Url,
  toHex,
  verify,
  verifyInvited,
} from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { OwnIdentity } from "../sharing/context.ts";
import { scopesOfTeam, withRetired } from "../sharing/retired-keys.ts";
import { memberName } from "../sharing/team-members.ts";
import { type KeyInUse, type TeamPin, type TrustStore, withTeam } from "../sharing/trust-store.ts";

/** The verified log of one team. */
export interface VerifiedLog {
  readonly teamId: string;
  /** Hex hashes of the entries, oldest first. */
  readonly hashes: readonly string[];
  readonly state: TeamState;
  /** By account: the time in the newest entry that they signed, or that admitted them. */
  readonly heardAt: ReadonlyMap<string, number>;
}

export const emptyLog = (teamId: string): VerifiedLog => ({ teamId, hashes: [], state: NO_TEAM, heardAt: new Map() });

const proofCheck =
  (teamId: string): ProofCheck =>
  async (half, member, proof) =>
    (await verifyInvited(half, invitedMessage(teamId, member), proof)) && !isWeakSigningKey(fromBase64Url(half));

/**
 * The signatures and proofs of all entries, at the same time.
 *
 * Note: Who vouches. A client signs an entry only on a log that it has verified, and the entry names the hash of everything before it. So of each key the signature of its
 * last entry is enough: its holder has found each earlier entry under that key to be theirs. A holder whose client does not look says no more by this than by signing
 * those entries, which they could. A team of 300 whose administrators let everyone in has a few signatures to be checked in place of 600; the proofs are by a key
 * each. The server checks every signature when an entry comes.
 * @throws IntegrityError fork when an entry is not signed by its author or does not follow the previous one
 */
export async function verifyEntries(before: VerifiedLog, { entries, authors }: Pick<TeamLog, "entries" | "authors">): Promise<VerifiedLog> {
  const read = entries.flatMap(({ text }) => readEntry(text) ?? []);
  if (read.length < entries.length) throw new IntegrityError("fork");
  // All is begun before anything is waited for.
  const isProof = checkedAhead(proofCheck(before.teamId), before.state, read);
  const isEachSigned = areSigned(read, entries, authors);
  // Meanwhile the platform checks on threads of its own.
  const hashes = [...before.hashes, ...entries.map(({ text }) => hashHex(text))];
  const [isSigned, state] = await Promise.all([isEachSigned, replay(read, isProof, before.state)]);
  const follows = ({ team, seq, previous }: ReadEntry, at: number): boolean =>
    team === before.teamId && seq === before.hashes.length + at + 1 && previous === (hashes[seq - 2] ?? NO_ENTRY);
  if (!isSigned || !read.every(follows)) throw new IntegrityError("fork");
  return { ...before, hashes, state, heardAt: heardIn(before.heardAt, read) };
}

function heardIn(before: VerifiedLog["heardAt"], read: readonly SignedChange[]): VerifiedLog["heardAt"] {
  const heardAt = new Map(before);
  for (const entry of read) {
    heardAt.set(entry.by, entry.at);
    if (entry.change?.kind === "admit") heardAt.set(entry.change.member.id, entry.at);
  }
  return heardAt;
}

/** Whether the last entry under each key is signed with it. See Note: Who vouches. */
async function areSigned(read: readonly ReadEntry[], entries: readonly SignedEntry[], authors: readonly string[]): Promise<boolean> {
  const strong = authors.filter((key) => !isWeakSigningKey(signingKeyOf(key)));
  const keys = new Map(await Promise.all(strong.map(async (key) => [toHex(await fingerprint(key)), key] as const)));
  const last = new Map(read.map(({ key }, at) => [key, at] as const));
  const checks = [...last].map(async ([print, at]) => {
    const [key, entry] = [keys.get(print), entries[at]];
    return key !== undefined && entry !== undefined && verify(key, entryMessage(entry.text), fromBase64Url(entry.signature));
  });
  return !(await Promise.all(checks)).includes(false);
}

/** Begins to check the proofs of all admissions, of which the judge asks one after the other. */
function checkedAhead(isProof: ProofCheck, { invites }: TeamState, entries: readonly SignedChange[]): ProofCheck {
  const halves = new Map([...invites].map(([seq, { proof }]) => [seq, proof]));
  const begun = new Map<string, ReturnType<ProofCheck>>();
  const named = (...[half, { id, key }, proof]: Parameters<ProofCheck>): string => [half, id, key, proof].join(" ");
  for (const { seq, change } of entries) {
    if (change?.kind === "invite") halves.set(seq, change.proof ?? null);
    if (change?.kind !== "admit" || change.proof === undefined) continue;
    const half = halves.get(change.invited);
    if (half) begun.set(named(half, change.member, change.proof), isProof(half, change.member, change.proof));
  }
  return (...asked) => begun.get(named(...asked)) ?? isProof(...asked);
}

/**
 * Verifies entries after the last known one, which the server has to repeat: otherwise a server restored to an earlier state would go
 * unnoticed.
 * @throws IntegrityError rollback when that entry is missing; fork when it is another one
 */
export async function verifyNewEntries(
  before: VerifiedLog,
  { entries, authors }: Pick<TeamLog, "entries" | "authors">,
): Promise<VerifiedLog> {
  if (before.hashes.length === 0) return verifyEntries(before, { entries, authors });
  const [last, ...more] = entries;
  if (!last) throw new IntegrityError("rollback");
  if (hashHex(last.text) !== before.hashes.at(-1)) throw new IntegrityError("fork");
  return verifyEntries(before, { entries: more, authors });
}

/** Where to ask from, so that `verifyNewEntries` can continue. */
export const sinceOf = ({ hashes }: VerifiedLog): number => Math.max(0, hashes.length - 1);

/**
 * The next entries, signed by the current user and verified as a reader would. What no reader would believe is left out, and the server would refuse it. The first
 * entry that this version adds to an older log says which rules count from now on. See Note: Rules (core/team/log.ts).
 * @param isAlone - for a call that takes one entry: it begins no new rules
 */
export async function writeEntries(
  before: VerifiedLog,
  changes: readonly LogChange[],
  writer: OwnIdentity,
  at: number,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<{ readonly entries: SignedEntry[]; readonly known: VerifiedLog }> {
  const isOlder = !isAlone && before.hashes.length > 0 && before.state.rules < RULES_NOW;
  const marked: LogChange[] = isOlder ? [{ kind: "rules", version: RULES_NOW }] : [];
  const entries: SignedEntry[] = [];
  let known = before;
  for (const change of [...marked, ...changes]) {
    const signed = await signEntry(known, change, writer, at);
    const next = await verifyEntries(known, { entries: [signed], authors: [writer.publicKey] });
    if (next.state === known.state) continue;
    entries.push(signed);
    known = next;
  }
  return entries.length > marked.length ? { entries, known } : { entries: [], known: before };
}

async function signEntry(
  { teamId, hashes }: VerifiedLog,
  change: LogChange,
  { accountId, publicKey, signer }: OwnIdentity,
  at: number,
): Promise<SignedEntry> {
  const [seq, previous, key] = [hashes.length + 1, hashes.at(-1) ?? NO_ENTRY, toHex(await fingerprint(publicKey))];
  const text = JSON.stringify({ team: teamId, seq, previous, by: accountId, key, at, change });
  return { text, signature: toBase64Url(await signer.sign(entryMessage(text))) };
}

/** Whether an account was a member with that key at that epoch of the team key, or later. @param key - hex fingerprint */
export function wasMemberAt({ memberHistory: known }: TeamState, id: string, key: string, epoch: number): boolean {
  const member = known.get(memberName(id, key));
  return member !== undefined && member.to >= epoch;
}

/** @throws IntegrityError fork, rollback when this log is not the accepted one, or an older state of it */
export function refuseOtherLog({ hashes }: VerifiedLog, pin: TeamPin): void {
  if (hashes[0] !== pin.genesis) throw new IntegrityError("fork");
  if (hashes.length < pin.seq) throw new IntegrityError("rollback");
  if (hashes[pin.seq - 1] !== pin.head) throw new IntegrityError("fork");
}

/** How far this log is known. @throws RangeError for an empty one */
export function pointOf({ hashes }: VerifiedLog): LogPoint {
  const root = hashes.at(-1);
  if (root === undefined) throw new RangeError("A log without entries has no point");
  return { size: hashes.length, root };
}

/** This account as the writer of the next entry, as `accepts` (core/team/log.ts) asks for it. */
export async function nextWriter(
  { hashes }: Pick<VerifiedLog, "hashes">,
  { accountId, publicKey }: Pick<OwnIdentity, "accountId" | "publicKey">,
) {
  return { by: accountId, key: toHex(await fingerprint(publicKey)), isProven: false, seq: hashes.length + 1 };
}

export const pinOf = ({ hashes }: VerifiedLog): TeamPin => ({ genesis: hashes[0] ?? "", seq: hashes.length, head: hashes.at(-1) ?? "" });

/** See TeamPin. */
export const membersEver = ({ state }: VerifiedLog): Readonly<Record<string, number>> =>
  Object.fromEntries([...state.memberHistory.values()].map(({ id, key, to }) => [memberName(id, key), to]));

/**
 * @param within - the keys in use of what the team has, as far as they are open on this device: a next key of the team is the end of these
 * @returns null where the trust store has it already, or what came after it
 */
export function withLog(store: TrustStore, log: VerifiedLog, within: readonly KeyInUse[] = []): TrustStore | null {
  const [pin, known] = [pinOf(log), store.teams[log.teamId]];
  if (known && known.seq > pin.seq) return null;
  const given = scopesOfTeam(store, log.teamId);
  if (given.length === 0) return known?.head === pin.head ? null : withTeam(store, log.teamId, pin);
  const { epoch: keyEpoch } = log.state;
  if (known?.head === pin.head && known.members && known.keyEpoch === keyEpoch) return null;
  const spent = (known?.keyEpoch ?? keyEpoch) < keyEpoch ? withRetired(store, given, within) : store;
  return withTeam(spent, log.teamId, { ...pin, members: membersEver(log), keyEpoch });
}

/** @param isProven - whether a link named its first entry */
export function withAccepted(store: TrustStore, log: VerifiedLog, isProven: boolean): TrustStore {
  const seen = withLog(store, log) ?? store;
  return withTeam(seen, log.teamId, { ...(seen.teams[log.teamId] ?? pinOf(log)), hasLeft: false, ...(isProven && { isProven }) });
}
