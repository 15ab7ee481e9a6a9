/** What every verb of the sharing room works with. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import type { SecretKey, Signer } from "@coffer/crypto";
import type { VaultContext } from "../vault/context.ts";

export interface SharingContext extends VaultContext {
  /** The identity of whoever is signed in. */
  readonly identity: () => Promise<OwnIdentity>;
  /** One write of two scopes at a time, and nothing that changes who has which key beside it. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
  readonly team: TeamAccess;
  /** See missing-shares.ts. */
  readonly missingShares: () => Promise<number>;
  /** What is wrong with shared scopes, by scope. */
  readonly troubles: () => ReadonlyMap<string, ShareTrouble>;
}

/** The team one is in, with its key of now. */
export interface CurrentTeamKey {
  readonly teamId: string;
  readonly epoch: number;
  /** Whoever asks wipes it. */
  readonly key: SecretKey;
}

/** What sharing needs of the team room, which stands above it. */
export interface TeamAccess {
  /** By what the server says; whether it is believed is asked below. */
  readonly isInTeam: () => boolean;
  /** @param isNow - else what was asked a short while ago is not asked again */
  readonly sync: (context: SharingContext, isNow?: boolean) => Promise<void>;
  /** Null: in no team that is believed, or without its key so far. */
  readonly currentKey: (context: SharingContext) => Promise<CurrentTeamKey | null>;
  /** Whether somebody is in the team that is believed. */
  readonly isMember: (id: string) => Promise<boolean>;
  /** Whether the team's log has somebody with this public key as a member at that epoch of its key, or later. */
  readonly hasMember: (teamId: string, epoch: number, id: string, publicKey: string) => Promise<boolean>;
}

export interface OwnIdentity {
  readonly accountId: string;
  readonly email: string;
  readonly publicKey: string;
  readonly signer: Signer;
  /** The 64 secret bytes; whoever asks wipes them. */
  readonly secret: () => Promise<Uint8Array>;
}

/** Why what somebody shares is not shown, or no longer brought up to date. */
export interface ShareTrouble {
  readonly code: "changed-key" | "unreadable" | "not-believed" | "key-pending";
  /** Email of whoever shares it. */
  readonly sharedBy: string | null;
}

/** What this account shares, as the server lists it. */
export const listSharedByMe = ({ call }: Pick<SharingContext, "call">): Promise<SharedItem[]> => call(api.sharing.sharedByMe, {});
