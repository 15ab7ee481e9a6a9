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

type EndedIn = Readonly<Record<string, Ended>>;

/** Of an end: whenever a grant was signed. */
export const ALWAYS = Number.MAX_SAFE_INTEGER;
/** The same, and a second device has ended it too, knowing that it was noted: where the first one is refused, it stays. */
const BY_BOTH = ALWAYS - 1;

/** @returns the same where nothing of their end is noted, or another has relied on it already */
export function endedByBoth(ended: EndedIn, ids: readonly string[]): EndedIn {
  const isOne = (grants: Ended["grants"], id: string): boolean => grants[id] === ALWAYS && ids.includes(id);
  if (!Object.values(ended).some(({ grants }) => ids.some((id) => isOne(grants, id)))) return ended;
  return eachOf(ended, (grants) =>
    Object.fromEntries(Object.entries(grants).map(([id, before]) => [id, isOne(grants, id) ? BY_BOTH : before])),
  );
}

/** Given again, it has not ended: what was noted of an end that is later than its newest grant is over, in each scope that was open by it. */
export const givenAgain = (ended: EndedIn, grantId: string, since = 0): EndedIn =>
  eachOf(ended, (grants) => ((grants[grantId] ?? 0) > since ? without(grants, grantId) : grants));

/** Of that grant it is as it was before, wherever it was noted; of everything else as it is. */
export const endedAsBefore = (ended: EndedIn, before: EndedIn, grantId: string): EndedIn =>
  eachOf(ended, (grants, scopeId) => {
    const had = before[scopeId]?.grants[grantId];
    return had === undefined ? without(grants, grantId) : { ...grants, [grantId]: had };
  });

function eachOf(ended: EndedIn, change: (grants: Ended["grants"], scopeId: string) => Ended["grants"]): EndedIn {
  return Object.fromEntries(Object.entries(ended).map(([id, one]) => [id, { ...one, grants: change(one.grants, id) }]));
}

const without = (grants: Ended["grants"], grantId: string): Ended["grants"] =>
  Object.fromEntries(Object.entries(grants).filter(([id]) => id !== grantId));
