/** What every verb of the sharing room works with. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import type { Signer } from "@coffer/crypto";
import type { VaultContext } from "../vault/context.ts";

export interface SharingContext extends VaultContext {
  /** The identity of whoever is signed in. */
  readonly identity: () => Promise<OwnIdentity>;
  /** One write of two scopes at a time, and nothing that changes who has which key beside it. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
  /** See away.ts. */
  readonly away: () => Promise<number>;
  /** What is wrong with shared scopes, by scope. */
  readonly troubles: () => ReadonlyMap<string, ShareTrouble>;
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
  readonly code: "changed-key" | "unreadable" | "not-believed";
  /** Email of whoever shares it. */
  readonly sharedBy: string | null;
}

/** What this account shares, as the server lists it. */
export const byMe = ({ call }: Pick<SharingContext, "call">): Promise<SharedItem[]> => call(api.sharing.sharedByMe, {});
