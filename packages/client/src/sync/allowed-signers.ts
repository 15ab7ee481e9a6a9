/**
 * Whose signatures the heads of a shared scope can have (security design §4): its owner's, and those of people the owner lets write.
 * Readers hold the key too, so holding it is not enough; and the server's list of writers counts only as far as the owner has signed
 * their grants.
 */
import { api } from "@coffer/contract/api";
import type { Members } from "@coffer/contract/scope-members";
import { type Signer, verify, verifyGrant, verifyTeamGrant } from "@coffer/crypto";
import type { Call } from "../call.ts";
import type { HeadSigner } from "../keyring.ts";

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
}

export interface ScopeSigner {
  readonly signer: HeadSigner;
  /** The same calls; members named in a pull are verified before anything reads its heads. */
  readonly learningWriters: (call: Call) => Call;
}

/** Teams with write access: members who have signed something count, if the team's log has them. */
async function learnTeamWriters(shared: Shared, verified: Map<string, ScopeOwner>, { teams }: Members): Promise<void> {
  const { scopeId, scopeKind, epoch, owner } = shared;
  for (const { grantId, teamId, teamEpoch, createdAt, sharedKey, people, ...grant } of teams) {
    if (grant.epoch !== epoch) continue;
    const team = { teamId, epoch: teamEpoch };
    const terms = { grantId, scopeId, scopeKind, epoch, sender: owner, team, permission: "write", createdAt } as const;
    if (!(await verifyTeamGrant(terms, sharedKey))) continue;
    for (const { id, publicKey } of people)
      if (await shared.hasMember(teamId, teamEpoch, id, publicKey)) verified.set(`${sharedKey} ${id}`, { accountId: id, publicKey });
  }
}

/** By which public keys makers are known. */
const keysOf = (owner: ScopeOwner, verified: ReadonlyMap<string, ScopeOwner>, ownKey: string | undefined) => ({
  keyOf: (id: string) => [owner, ...verified.values()].find(({ accountId }) => accountId === id)?.publicKey,
  ...(ownKey !== undefined && { ownKey }),
});

/** @param sign - signs for the current user, whose public key is `ownKey`. */
export function scopeSigner(shared: Shared, sign: Signer["sign"], ownKey?: string): ScopeSigner {
  const { owner } = shared;
  /** Verified writers, by the text of their grant. */
  const verified = new Map<string, ScopeOwner>();

  async function learn({ writers }: Members): Promise<void> {
    for (const { grantId, id, publicKey, epoch, createdAt, sharedKey } of writers) {
      if (verified.get(sharedKey)?.publicKey === publicKey || epoch !== shared.epoch) continue;
      const { scopeId, scopeKind } = shared;
      const recipient = { accountId: id, publicKey };
      const terms = { grantId, scopeId, scopeKind, epoch, sender: owner, recipient, permission: "write", createdAt } as const;
      if (await verifyGrant(terms, sharedKey)) verified.set(sharedKey, recipient);
    }
  }

  const signerOf: NonNullable<HeadSigner["signerOf"]> = async (message, signature) => {
    const people = new Map([owner, ...verified.values()].map((one) => [`${one.accountId} ${one.publicKey}`, one]));
    for (const { accountId, publicKey } of people.values()) if (await verify(publicKey, message, signature)) return accountId;
    return null;
  };

  return {
    signer: {
      sign,
      verify: async (message, signature) => (await signerOf(message, signature)) !== null,
      signerOf,
      ownerId: owner.accountId,
      ...keysOf(owner, verified, ownKey),
    },
    learningWriters: (call) => async (spec, input, own) => {
      const reply = await call(spec, input, own);
      const { members } = reply as { members?: Members | null };
      if ((spec as unknown) === api.vault.pull && members) {
        await learn(members);
        await learnTeamWriters(shared, verified, members);
      }
      return reply;
    },
  };
}
