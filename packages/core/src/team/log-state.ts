/** What stands in a team's log, and what is known after some of its entries. What each means is decided in log.ts. */
import type { PermissionFlag } from "./permissions.ts";

/** Somebody as a log names them. */
export interface LogPerson {
  readonly id: string;
  readonly email: string;
  /** Hex fingerprint of their public key. */
  readonly key: string;
}

/** What an entry changes. */
export type LogChange =
  | {
      readonly kind: "found";
      readonly founder: LogPerson;
      /** Else the founder only keeps the key until there is somebody who looks after the team (decision C-16). */
      readonly isMember: boolean;
      /** What role 2 may do. */
      readonly admins: readonly PermissionFlag[];
      readonly check: string;
    }
  /** `proof`: the public half of the secret in the link; then nobody comes in without it. */
  | { readonly kind: "invite"; readonly email: string; readonly roleId: number; readonly proof?: string | undefined }
  /** Takes an invitation back. */
  | { readonly kind: "withdraw"; readonly invited: number }
  /** `invited`: the number of the entry that invited them. */
  | { readonly kind: "admit"; readonly invited: number; readonly member: Omit<LogPerson, "email">; readonly proof?: string | undefined }
  | { readonly kind: "role"; readonly id: string; readonly roleId: number }
  /** What a role may do from now on. */
  | { readonly kind: "define"; readonly roleId: number; readonly permissions: readonly PermissionFlag[] }
  | { readonly kind: "remove"; readonly id: string }
  /** Another key for the team. `check` as `teamKeyCheck` has it. */
  | { readonly kind: "key"; readonly epoch: number; readonly check: string };

export interface LogEntry {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Who wrote it. */
  readonly by: string;
  /** Hex fingerprint of the public key that signed it. */
  readonly key: string;
  /** Milliseconds since 1970, by the writer's clock. */
  readonly at: number;
  /** Null: of a kind that this version does not know. */
  readonly change: LogChange | null;
  /** Whether an admission carries the proof that its invitation asks for. */
  readonly isProven: boolean;
}

export interface LogMember extends LogPerson {
  readonly roleId: number;
  /** Whether they came by a link with a secret, or made the team: then their key is nobody else's. */
  readonly isProven: boolean;
}

export interface LogInvite {
  readonly seq: number;
  readonly email: string;
  readonly roleId: number;
  /** Whoever invited, with the key that signed it. */
  readonly by: string;
  readonly key: string;
  readonly proof: string | null;
}

/** What a log says after some entries. */
export interface TeamState {
  readonly members: ReadonlyMap<string, LogMember>;
  /** Everybody who was ever in it, with the first and the last epoch of its key at which they were. */
  readonly memberHistory: ReadonlyMap<string, { readonly id: string; readonly key: string; readonly from: number; readonly to: number }>;
  /** Whoever was taken out, the last one last, with the time that the entry says. */
  readonly formerMembers: readonly (LogPerson & { readonly at: number })[];
  /** Whoever made the team, until they are removed. */
  readonly founder: LogPerson | null;
  readonly invites: ReadonlyMap<number, LogInvite>;
  readonly roles: ReadonlyMap<number, readonly PermissionFlag[]>;
  readonly epoch: number;
  /** Of the team's key, by epoch. */
  readonly checks: ReadonlyMap<number, string>;
}

export const NO_TEAM: TeamState = {
  members: new Map(),
  memberHistory: new Map(),
  formerMembers: [],
  founder: null,
  invites: new Map(),
  roles: new Map(),
  epoch: 0,
  checks: new Map(),
};
