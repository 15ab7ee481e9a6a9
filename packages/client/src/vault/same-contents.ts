/** Whether what is read again is what is shown already: the same objects then stay, and nothing is drawn again. */
import type { Item, Vault } from "@coffer/core/items/item";
import type { Contents } from "../types.ts";

/** By identity but for what is made again with each reading: the fields come from the same overview, or they differ. */
export const sameItem = (one: Item, other: Item): boolean => same(one, other, "holds") && sameNames(one.holds ?? [], other.holds ?? []);

export const sameVault = (one: Vault, other: Vault): boolean => same(one, other);

function same<T extends object>(one: T, other: T, but?: keyof T): boolean {
  const names = Object.keys(one) as (keyof T)[];
  return names.length === Object.keys(other).length && names.every((name) => name === but || one[name] === other[name]);
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((name, at) => name === other[at]));

/** @returns `before` where `now` shows the same: lists have an order of their own */
export const orBefore = (before: Contents | null, now: Contents): Contents =>
  before !== null &&
  before.later === now.later &&
  before.nextEnd === now.nextEnd &&
  sameAll(before.items, now.items) &&
  sameAll(before.vaults, now.vaults)
    ? before
    : now;

function sameAll<T>(one: readonly T[], other: readonly T[]): boolean {
  const known = new Set(one);
  return one.length === other.length && other.every((each) => known.has(each));
}
