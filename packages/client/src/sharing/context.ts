/** What every function of the sharing feature works with. */
import { api } from "@coffer/contract/api";
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import type { LogPoint, SecretKey, Signer } from "@coffer/crypto";
import type { Scope } from "../sync/scope.ts";
import type { VaultContext } from "../vault/context.ts";
import type { Statement } from "./statements.ts";

export interface SharingContext extends VaultContext {
  /** The identity of the signed-in user. */
  readonly identity: () => Promise<OwnIdentity>;
  /** Runs one write at a time that moves records between scopes or changes who has which key. */
  readonly oneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
  /** What was told about ending someone's access without an answer, by scope or team: whether it was ended is asked before the next save. */
  readonly unanswered: Set<string>;
  /** Own scopes whose key someone has who lost access, while the next one has to wait for people. */
  readonly keyWaits: Set<string>;
  /** Which own scopes could not be done the last time, and why (reconcile.ts). */
  readonly lastReconciled: { failed: ReadonlyMap<string, unknown> };
  readonly team: TeamAccess;
  /** See open-diverged.ts. */
  readonly apart: (of: { readonly listed: SharedScope; readonly key: SecretKey; readonly isPinned?: boolean }) => Promise<Scope>;
  /** See missing-shares.ts. */
  readonly missingShares: () => Promise<number>;
  /** Problems of shared scopes, by scope. */
  readonly troubles: () => ReadonlyMap<string, ShareTrouble>;
}

/** The own team with its current key. */
export interface CurrentTeamKey {
  readonly teamId: string;
  readonly epoch: number;
  /** The caller wipes it. */
  readonly key: SecretKey;
  /** How far this client knows the team's log. */
  readonly log: LogPoint;
  /** See TeamPin. */
  readonly members: Readonly<Record<string, number>>;
}

/** How far this client knows the log of its trusted team. */
export interface KnownLog {
  readonly teamId: string;
  readonly log: LogPoint;
}

/** What sharing needs of the team feature, which is a layer above. */
export interface TeamAccess {
  /** According to the server; whether the team is trusted is asked by the others. */
  readonly isInTeam: () => boolean;
  /**
   * @param isNow - otherwise a recent answer is not asked for again. `log`: reads what is new in the log of the trusted team and does nothing about it, since a scope may be
   * waiting; throws ConnectionError or AppError without an answer alone
   */
  readonly sync: (context: SharingContext, isNow?: boolean | "log") => Promise<void>;
  /** Null: in no trusted team, or its key has not arrived. */
  readonly currentKey: (context: SharingContext) => Promise<CurrentTeamKey | null>;
  /** Whether an account is a member of the trusted team. */
  readonly isMember: (id: string) => Promise<boolean>;
  /** Whether the team's log has the account with this public key as a member at that epoch of its key, or later. */
  readonly hasMember: (teamId: string, epoch: number, id: string, publicKey: string) => Promise<boolean>;
  /**
   * @param occasion - `again`: the next key of what the team has already, after which a former member reads no more
   * @throws ClientError while others see another log of the team, or, unless `again`, no one else has confirmed it for long
   */
  readonly requireShareable: (context: SharingContext, occasion: "new" | "again") => Promise<void>;
  /** Null: in no trusted team. */
  readonly knownLog: () => KnownLog | null;
  /** Takes note of what someone has signed about a team's log; `checkLogs` compares it. */
  readonly hear: (statement: Statement) => void;
  readonly checkLogs: (context: SharingContext) => Promise<void>;
}

export interface OwnIdentity {
  readonly accountId: string;
  readonly email: string;
  readonly publicKey: string;
  readonly signer: Signer;
  /** The 64 secret bytes; the caller wipes them. */
  readonly secret: () => Promise<Uint8Array>;
}

/** Why something shared is not shown, or not updated. */
export interface ShareTrouble {
  readonly code: "changed-key" | "unreadable" | "not-believed" | "key-pending" | "not-loaded";
  /** Email of the person who shares it. */
  readonly sharedBy: string | null;
}

/** What this account shares, according to the server. */
export const listSharedByMe = ({ call }: Pick<SharingContext, "call">): Promise<SharedItem[]> => call(api.sharing.sharedByMe, {});
