/**
 * Whose signatures the heads of a shared scope can have (security design §4): its owner's, and those of people the owner lets write.
 * Readers hold the key too, so holding it is not enough; and the server's list of writers counts only as far as the owner has signed
 * their grants.
 */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { Members } from "@coffer/contract/scope-members";
import { fingerprint, type LogPoint, type Signer, verify, verifyGrant, verifyTeamGrant, writerMark } from "@coffer/crypto";
import type { Call } from "../call.ts";
import type { HeadSigner, HeadWithPoint } from "../keyring.ts";
import { statedWriters } from "./own-statement.ts";

/** A person, with the public key by which this account knows them. */
export interface ScopeOwner {
  readonly accountId: string;
  readonly publicKey: string;
}

interface Shared {
  readonly scopeId: string;
  readonly scopeKind: "vault" | "item";
  readonly epoch: number;
  readonly owner: ScopeOwner;
  /** Whether a team's log has the account as a member at that epoch of its key, or later. */
  readonly hasMember: (teamId: string, epoch: number, id: string, publicKey: string) => Promise<boolean>;
  /** Reads the log of the own team now: a member may have joined, and saved, since. @throws ConnectionError, AppError without an answer */
  readonly readTeamLog: () => Promise<void>;
  /** How far this client knows the log of its team. */
  readonly knownLog: () => { readonly teamId: string; readonly log: LogPoint } | null;
  /** The owner's statement as this device has it: the server sends it only when it is new. */
  readonly statement: () => string | null;
  /** Takes note of heads that say how far their writers know the log of a team that the scope is shared with. */
  readonly learnHead: (teamId: string, head: HeadWithPoint, publicKey: string) => void;
}

export interface ScopeSigner {
  readonly signer: HeadSigner;
  /** The same calls; members named in a pull are verified before anything reads its heads. */
  readonly learningWriters: (call: Call) => Call;
}

type Pulled = ReplyOf<typeof api.vault.pull>;
type Team = Members["teams"][number];

interface Learned {
  /** Verified writers, by the text of their grant. */
  readonly writers: Map<string, ScopeOwner>;
  /** Teams that the owner has given this scope to. */
  readonly teams: Set<string>;
  /** Marks of members whom the owner's last statement names. */
  stated: ReadonlySet<string>;
  /** The last members that the server has named. */
  latest: Members | null;
}

/** Teams with write access: members who have signed something count, if the team's log has them. */
async function learnTeams(shared: Shared, learned: Learned, { teams }: Members): Promise<void> {
  const { scopeId, scopeKind, epoch, owner } = shared;
  for (const { grantId, teamId, teamEpoch, createdAt, sharedKey, people, ...grant } of teams) {
    if (grant.epoch !== epoch) continue;
    const terms = { grantId, scopeId, scopeKind, epoch, sender: owner, team: { teamId, epoch: teamEpoch }, createdAt } as const;
    const isWriting = await verifyTeamGrant({ ...terms, permission: "write" }, sharedKey);
    if (!isWriting && !(await verifyTeamGrant({ ...terms, permission: "read" }, sharedKey))) continue;
    learned.teams.add(teamId);
    if (!isWriting) continue;
    for (const { id, publicKey } of people)
      if (await isMember(shared, learned, { teamId, teamEpoch }, { accountId: id, publicKey }))
        learned.writers.set(`${sharedKey} ${id}`, { accountId: id, publicKey });
  }
}

/** Who is in a team, only its members see: for everyone else the owner of what is shared has signed it. Where the log is at hand, it decides. */
async function isMember(
  shared: Shared,
  { stated }: Learned,
  { teamId, teamEpoch }: Pick<Team, "teamId" | "teamEpoch">,
  { accountId, publicKey }: ScopeOwner,
) {
  if (await shared.hasMember(teamId, teamEpoch, accountId, publicKey)) return true;
  if (stated.size === 0 || shared.knownLog()?.teamId === teamId) return false;
  return stated.has(await writerMark(shared.scopeId, accountId, await fingerprint(publicKey)));
}

async function learnStated(shared: Shared, learned: Learned, { own, scope: { generation } }: Pulled): Promise<void> {
  const { scopeId, epoch, owner } = shared;
  learned.stated = await statedWriters(own ?? shared.statement(), { scopeId, epoch, generation }, owner.publicKey);
}

/** Only before a head would be refused: once for what the server has named. @returns whether there may be more writers now */
async function learnJoined(shared: Shared, learned: Learned): Promise<boolean> {
  const { latest } = learned;
  learned.latest = null;
  if (!latest || latest.teams.length === 0) return false;
  await shared.readTeamLog();
  await learnTeams(shared, learned, latest);
  return true;
}

async function learnWriters(shared: Shared, { writers: verified }: Learned, { writers }: Members): Promise<void> {
  const { scopeId, scopeKind, owner } = shared;
  for (const { grantId, id, publicKey, epoch, createdAt, sharedKey } of writers) {
    if (verified.get(sharedKey)?.publicKey === publicKey || epoch !== shared.epoch) continue;
    const recipient = { accountId: id, publicKey };
    const terms = { grantId, scopeId, scopeKind, epoch, sender: owner, recipient, permission: "write", createdAt } as const;
    if (await verifyGrant(terms, sharedKey)) verified.set(sharedKey, recipient);
  }
}

/** By which public keys makers are known. */
const keysOf = (owner: ScopeOwner, verified: ReadonlyMap<string, ScopeOwner>, ownKey: string | undefined) => ({
  keyOf: (id: string) => [owner, ...verified.values()].find(({ accountId }) => accountId === id)?.publicKey,
  ...(ownKey !== undefined && { ownKey }),
});

/** What heads say of the log of a team that the scope is shared with. @param signedWith - public keys, by account */
const logOf = (
  shared: Shared,
  teams: ReadonlySet<string>,
  signedWith: ReadonlyMap<string, string>,
): Pick<HeadSigner, "log" | "learnHead"> => ({
  log: () => {
    const known = shared.knownLog();
    return known && teams.has(known.teamId) ? known.log : null;
  },
  learnHead: (head) => {
    for (const teamId of teams) shared.learnHead(teamId, head, signedWith.get(head.signedBy) ?? "");
  },
});

/** @param sign - signs for the current user, whose public key is `ownKey`. */
export function scopeSigner(shared: Shared, sign: Signer["sign"], ownKey?: string): ScopeSigner {
  const { owner } = shared;
  const learned: Learned = { writers: new Map(), teams: new Set(), stated: new Set(), latest: null };
  const signedWith = new Map<string, string>();

  const knownSignerOf: NonNullable<HeadSigner["signerOf"]> = async (message, signature) => {
    const people = new Map([owner, ...learned.writers.values()].map((one) => [`${one.accountId} ${one.publicKey}`, one]));
    for (const { accountId, publicKey } of people.values()) {
      if (!(await verify(publicKey, message, signature))) continue;
      signedWith.set(accountId, publicKey);
      return accountId;
    }
    return null;
  };
  const signerOf: NonNullable<HeadSigner["signerOf"]> = async (...signed) =>
    (await knownSignerOf(...signed)) ?? ((await learnJoined(shared, learned)) ? knownSignerOf(...signed) : null);

  return {
    signer: {
      sign,
      verify: async (message, signature) => (await signerOf(message, signature)) !== null,
      signerOf,
      ownerId: owner.accountId,
      ...keysOf(owner, learned.writers, ownKey),
      ...logOf(shared, learned.teams, signedWith),
    },
    learningWriters: (call) => async (spec, input, own) => {
      const reply = await call(spec, input, own);
      const pulled = reply as Partial<Pulled>;
      const { members } = pulled;
      if ((spec as unknown) === api.vault.pull && members) {
        learned.latest = members;
        await learnStated(shared, learned, pulled as Pulled);
        await learnWriters(shared, learned, members);
        await learnTeams(shared, learned, members);
      }
      return reply;
    },
  };
}
