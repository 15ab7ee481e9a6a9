/** What a member of a team can open: shown before they are removed, so that all of it is closed in the same step. */
import { titleOf } from "@coffer/core/items/item";
import { passwordsIn } from "@coffer/core/sharing/passwords-in";
import { revoke } from "../sharing/change-shares.ts";
import type { SharingContext } from "../sharing/context.ts";
import { type OfShare, type ShareRow, sharedByMe, sharedWithMe } from "../sharing/share-lists.ts";
import { pull } from "../vault/read.ts";
import { isOwnTeam, type TeamContext } from "./context.ts";
import type { Named } from "./former-members.ts";

/** One thing that is shared with the team. */
interface OfTeam extends ShareRow {
  /** Email; null for this account. */
  readonly by: string | null;
}

export interface MemberAccess {
  /** False for a team that this account is not in: only its members know what is shared with it. */
  readonly isKnown: boolean;
  /** What is shared with the team, by anyone but the member. */
  readonly throughTeam: readonly OfTeam[];
  /** What the member shares with the team. */
  readonly theirs: readonly ShareRow[];
  /** What this account shares with the member as a person: leaving a team does not end it. */
  readonly inPerson: readonly ShareRow[];
  /** Items and vaults of this account that someone else has as well: they stay shared without that. */
  readonly othersHave: readonly string[];
  /** Passwords of this account in what is shared with the team, or with them as a person. */
  readonly passwords: readonly Named[];
}

interface OfMember {
  readonly email: string;
  /** Null: the account's own team. */
  readonly teamId: string | null;
}

export async function memberAccess(context: TeamContext, { email, teamId }: OfMember): Promise<MemberAccess> {
  const sharing = await context.sharing();
  await pull(sharing);
  const isKnown = teamId === null || isOwnTeam(context, teamId);
  const byMe = (await sharedByMe(sharing)).filter(isLive);
  const withMe = isKnown ? (await sharedWithMe(sharing)).filter((row) => isLive(row) && row.isTeam) : [];
  const ofOthers = withMe.filter(({ person }) => person !== email).map((row) => ({ ...row, by: row.person }));
  const own = isKnown ? byMe.filter(({ isTeam }) => isTeam).map((row) => ({ ...row, by: null })) : [];
  const throughTeam = [...own, ...ofOthers];
  const inPerson = byMe.filter(({ isTeam, person }) => !isTeam && person === email);
  const reached = [...throughTeam, ...inPerson].map(({ itemId }) => itemId);
  const passwords = passwordsIn(reached, sharing.shown.contents?.items ?? []).map((item) => ({ id: item.id, title: titleOf(item) }));
  const othersHave = byMe.filter((row) => !inPerson.includes(row)).map(({ itemId }) => itemId);
  return { isKnown, throughTeam, theirs: withMe.filter(({ person }) => person === email), inPerson, othersHave, passwords };
}

const isLive = ({ isExpired }: ShareRow): boolean => !isExpired;

/** One after the other; what fails stops none of the others. @returns those that go on */
export async function endEach(sharing: SharingContext, shares: readonly OfShare[]): Promise<readonly OfShare[]> {
  const left: OfShare[] = [];
  for (const share of shares) await revoke(sharing, share).catch(() => left.push(share));
  return left;
}
