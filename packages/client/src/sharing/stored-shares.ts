/** What the trust store says of a share. */

export interface PromisedShare {
  readonly permission: "read" | "write";
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null;
}

export interface GrantRecord {
  /** The account or team. */
  readonly to: string;
  readonly isTeam: boolean;
  /** Email, or the name of the team, as it was then. */
  readonly name: string;
  readonly permission: "read" | "write";
  /** When this account last signed a grant of it; a grant from before that time was replaced. Absent for what was given by a version of before. */
  readonly since?: number;
  /** Of a person: the fingerprint of the key that the grant was sealed to, in hex. Absent for what was given by a version of before. */
  readonly key?: string;
}

export interface Ended {
  /** Of the key that the former holders have. */
  readonly epoch: number;
  /** By grant: signatures from before that time no longer count. */
  readonly grants: Readonly<Record<string, number>>;
}
