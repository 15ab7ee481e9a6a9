/** The entries of a team's log, and the state they result in. log.ts applies the rules. */
import type { PermissionFlag } from "./permissions.ts";

/** A person as named in a log. */
export interface LogPerson {
  readonly id: string;
  readonly email: string;
  /** Hex fingerprint of their public key. */
  readonly key: string;
}

/** The change that an entry makes. */
export type LogChange =
  | {
      readonly kind: "found";
      readonly founder: LogPerson;
      /** Otherwise the founder only holds the key until the team has an administrator (decision C-16). */
      readonly isMember: boolean;
      /** Permissions of role 2. */
      readonly admins: readonly PermissionFlag[];
      readonly check: string;
    }
  /** `proof`: the public half of the secret in the link; then no one can join without it. */
  | { readonly kind: "invite"; readonly email: string; readonly roleId: number; readonly proof?: string | undefined }
  /** Withdraws an invitation. */
  | { readonly kind: "withdraw"; readonly invited: number }
  /** `invited`: the number of the entry that invited them. */
  | { readonly kind: "admit"; readonly invited: number; readonly member: Omit<LogPerson, "email">; readonly proof?: string | undefined }
  | { readonly kind: "role"; readonly id: string; readonly roleId: number }
  /** Sets the permissions of a role. */
  | { readonly kind: "define"; readonly roleId: number; readonly permissions: readonly PermissionFlag[] }
  /** `isClosed`: the server has no such account any more; see successors.ts. */
  | { readonly kind: "remove"; readonly id: string; readonly isClosed?: true | undefined }
  | KeyChange
  /** From here on the stricter rules count. See Note: Rules (log.ts). */
  | { readonly kind: "rules"; readonly version: (typeof RULES)[number] };

/** A new key for the team. `check` is that of `teamKeyCheck`. */
export interface KeyChange {
  readonly kind: "key";
  readonly epoch: number;
  readonly check: string;
  /** Hash over all other members after it, each with the hash of their copy; absent in older logs. See Note: All copies (new-key.ts). */
  readonly copies?: string | undefined;
  /** Members who get no copy, because the server has no account of theirs in the team. */
  readonly without?: readonly string[] | undefined;
}

/** What an entry about rules can name. See Note: Rules (log.ts). */
export const RULES = [2, 3, 4] as const;
export const RULES_NOW = 4;

/** An entry with a checked signature, in its place of the chain, before it is judged. */
export type SignedChange = Omit<LogEntry, "isProven">;

export interface LogEntry {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Who wrote it. */
  readonly by: string;
  /** Hex fingerprint of the public key that signed it. */
  readonly key: string;
  /** Milliseconds since 1970, by the writer's clock. */
  readonly at: number;
  /** Null for a kind unknown to this version. */
  readonly change: LogChange | null;
  /** Whether an admission carries the proof that its invitation requires. */
  readonly isProven: boolean;
}

export interface LogMember extends LogPerson {
  readonly roleId: number;
  /** Whether they joined by a link with a secret, or founded the team: then their key is proven to be theirs. */
  readonly isProven: boolean;
}

export interface LogInvite {
  readonly seq: number;
  readonly email: string;
  readonly roleId: number;
  /** The inviter, with the key that signed the entry. */
  readonly by: string;
  readonly key: string;
  readonly proof: string | null;
}

/** The state of a team after some entries of its log. */
export interface TeamState {
  readonly members: ReadonlyMap<string, LogMember>;
  /** Everyone who was ever a member, with the first and last epoch of the team's key during their membership. */
  readonly memberHistory: ReadonlyMap<string, { readonly id: string; readonly key: string; readonly from: number; readonly to: number }>;
  /** Removed members, most recent last, with the time in the entry. */
  readonly formerMembers: readonly (LogPerson & { readonly at: number })[];
  /** The founder of the team, until removed. */
  readonly founder: LogPerson | null;
  readonly invites: ReadonlyMap<number, LogInvite>;
  readonly roles: ReadonlyMap<number, readonly PermissionFlag[]>;
  readonly epoch: number;
  /** Checks of the team's key, by epoch. */
  readonly checks: ReadonlyMap<number, string>;
  /** Which rules count. See Note: Rules (log.ts). */
  readonly rules: number;
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
  rules: 1,
};
