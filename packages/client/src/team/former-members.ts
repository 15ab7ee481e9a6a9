/** What former members had access to and may still know: shown to its owner until it is changed. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { SharedItem } from "@coffer/contract/sharing";
import { type Item, titleOf } from "@coffer/core/items/item";
import { isOwnPassword } from "@coffer/core/sharing/passwords-in";
import type { TeamState } from "@coffer/core/team/log-state";
import { listSharedByMe } from "../sharing/context.ts";
import type { TeamContext } from "./context.ts";

export interface Named {
  readonly id: string;
  readonly title: string;
}

export interface FormerMemberAccess {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly leftAt: number;
  readonly items: readonly Named[];
  /** What is still shared with them personally: leaving a team ends only the team's shares. */
  readonly still: readonly Named[];
}

interface Departure {
  readonly at: number;
  /** Whether it had access to what was shared: an item, or the vault that contains it. */
  readonly reached: (sharedId: string) => boolean;
}

/**
 * Own passwords that a former member could read and that were not changed since. The signed log says who left, whatever the server lists.
 * The server adds what the log does not know: shares that have ended since, and personal ones. Names come from what this device has
 * opened.
 */
export async function formerMemberAccess(context: TeamContext): Promise<FormerMemberAccess[]> {
  const { left } = await context.call(api.team.leftAccess, {});
  const state = context.teamSession.trustedLog?.state;
  if (left.length === 0 && !state?.formerMembers.length) return [];
  const sharing = await context.sharing();
  const shares = await listSharedByMe(sharing);
  const leavings = departuresOf(state, left, shares);
  const { items = [], vaults = [] } = sharing.shown.contents ?? {};
  const own = items.filter(isOwnPassword);
  const names = new Map([...items.map((item) => [item.id, titleOf(item)] as const), ...vaults.map(({ id, name }) => [id, name] as const)]);
  return [...leavings].flatMap(([email, times]) => {
    const isTheirs = ({ id, categoryId, updatedAt }: Item): boolean =>
      times.some(({ at, reached }) => updatedAt < at && (reached(id) || reached(categoryId ?? "")));
    const kept = own.filter(isTheirs).map((item) => ({ id: item.id, title: titleOf(item) }));
    const live = shares.filter(({ team_epoch, shared_with_email, expires_at }) => {
      return team_epoch === null && shared_with_email === email && (expires_at === null || expires_at > context.now());
    });
    const still = live.flatMap(({ item_id: id }) => (names.has(id) ? [{ id, title: names.get(id) ?? "" }] : []));
    if (kept.length + still.length === 0) return [];
    return [{ email, leftAt: Math.max(...times.map(({ at }) => at)), items: kept, still }];
  });
}

/** By address. Leaves out anyone who is in the team again. */
function departuresOf(
  state: TeamState | undefined,
  left: ReplyOf<typeof api.team.leftAccess>["left"],
  shares: readonly SharedItem[],
): ReadonlyMap<string, readonly Departure[]> {
  // A share that began later is still under its first key; one that the former member knew has had a new key since.
  const withTeam = new Map(shares.flatMap((row) => (row.team_epoch === null ? [] : [[row.item_id, row] as const])));
  const byLog = (state?.formerMembers ?? []).map(({ email, at }): readonly [string, Departure] => {
    const reached = (id: string): boolean => {
      const share = withTeam.get(id);
      return share !== undefined && (share.epoch > 1 || share.created_at < at);
    };
    return [email, { at, reached }];
  });
  const byServer = left.map(({ email, at, item_id }): readonly [string, Departure] => [email, { at, reached: (id) => id === item_id }]);
  const members = new Set([...(state?.members.values() ?? [])].map(({ email }) => email));
  const all = new Map<string, Departure[]>();
  for (const [email, leaving] of [...byLog, ...byServer]) if (!members.has(email)) all.set(email, [...(all.get(email) ?? []), leaving]);
  return all;
}
