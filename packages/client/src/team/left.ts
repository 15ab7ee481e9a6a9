/** What people who have left the team had access to and may have kept: for whoever owns it, until it was changed. */
import { titleOf } from "@coffer/core/items/item";
import type { RecordKind } from "@coffer/core/items/kinds";
import { byMe } from "../sharing/context.ts";
import type { TeamContext } from "./context.ts";

export interface LeftBehind {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly leftAt: number;
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

/** Kinds whose secret can be changed after somebody has seen it. */
const CHANGEABLE: readonly RecordKind[] = ["password"];

/** Own passwords that are shared with the team and were not changed since. Names come from what this device has opened. */
export async function leftBehind({ keeper, sharing }: TeamContext): Promise<LeftBehind[]> {
  const left = keeper.believed?.state.left ?? [];
  if (left.length === 0) return [];
  const context = await sharing();
  // A share that began later is under its first key still; one that they knew has had another since.
  const shares = (await byMe(context)).filter(({ team_epoch }) => team_epoch !== null);
  const known = new Map(shares.map(({ item_id, epoch, created_at }) => [item_id, { epoch, since: created_at }] as const));
  const items = (context.shown.contents?.items ?? []).filter(({ kind, isOwner }) => isOwner && CHANGEABLE.includes(kind));
  const reached = (id: string, at: number): boolean => {
    const share = known.get(id);
    return share !== undefined && (share.epoch > 1 || share.since < at);
  };
  return left.flatMap(({ email, at }) => {
    const theirs = items.filter(({ id, categoryId, updatedAt }) => updatedAt < at && (reached(id, at) || reached(categoryId ?? "", at)));
    if (theirs.length === 0) return [];
    return [{ email, leftAt: at, items: theirs.map((item) => ({ id: item.id, title: titleOf(item) })) }];
  });
}
