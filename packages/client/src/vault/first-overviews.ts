/**
 * The first of each kind in the order of their names, sealed apart from the rest (overview-cache.ts): a screen of rows then opens one text, however many items there
 * are. What it shows is a true beginning of every list by name; nothing may be counted by it.
 */
import type { Keyring } from "../keyring.ts";
import type { KnownOverview } from "./overview.ts";
import { openPiece, sealing } from "./overview-cache.ts";

/** As long as lists are shorter than this, all of them are opened as fast. */
export const SHORT = 100;
/** More than one screen shows. */
const ROWS = 60;
/** No scope has so many pieces; the number after it is taken (sharing/cached-shares.ts). */
const INDEX = 0xff_ff_ff_fe;

/** A key next to the cached overviews of scopes; no scope has this name. */
export const firstOverviewsPlace = (scopeId: string): string => `${scopeId}:first`;

export const sealingFirst = (keyring: Keyring, scopeId: string) => sealing(keyring, scopeId, INDEX);

/** @param overviews - in the order of their names. @returns the first items of each kind, and the vaults they are in */
export function firstOverviews(overviews: readonly KnownOverview[]): readonly KnownOverview[] {
  const counts = new Map<string, number>();
  const items = overviews.filter(({ row }) => {
    if (!row || row.kind === "category") return false;
    const count = (counts.get(row.kind) ?? 0) + 1;
    counts.set(row.kind, count);
    return count <= ROWS;
  });
  const places = new Set(items.map(({ row }) => row?.categoryId));
  return [...overviews.filter(({ id }) => places.has(id)), ...items];
}

/** @returns nothing when it is missing, or was sealed by other keys. */
export async function openFirst(keyring: Keyring, scopeId: string, [wrapped]: readonly string[]) {
  const opened = wrapped === undefined ? null : await openPiece({ ...sealingFirst(keyring, scopeId), wrapped });
  return { head: opened?.head?.head ?? null, overviews: opened?.lines ?? [] };
}
