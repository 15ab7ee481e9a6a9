/**
 * The marks of well-known sites, from a file of this product: no server is asked for a picture, and every user loads all of them, so that the loading tells nothing
 * either. It comes after what is shown; until then, and where it does not come, an item has its letter.
 */
import { parseWebAddress } from "@coffer/core/items/item";
import { useSyncExternalStore } from "react";
import { afterFirstRows } from "../../frame/first-rows.ts";

/** As tools/brands.mjs writes it. */
interface Brands {
  /** Name of a mark, by registrable domain. */
  readonly sites: Readonly<Record<string, string>>;
  /** What is drawn of it in a square of 24, by name. */
  readonly marks: Readonly<Record<string, string>>;
}

/** The mark of the site of an address; null where there is none. */
export type MarkOf = (address: string) => string | null;

const NONE: MarkOf = () => null;
let markOf: MarkOf = NONE;
let isAskedFor = false;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  if (isAskedFor) return;
  isAskedFor = true;
  try {
    await afterFirstRows();
    // With the list of public suffixes, which is a third of what a start would load otherwise.
    const [{ default: brands }, { siteOf }] = await Promise.all([import("./brands.json"), import("@coffer/core/items/url-match")]);
    markOf = finder(brands, siteOf);
    for (const listener of listeners) listener();
  } catch {
    // The letters stay.
  }
}

/** @param siteOf - the registrable domain of an address (core/items/url-match.ts) */
export function finder({ sites, marks }: Brands, siteOf: (url: URL) => string): MarkOf {
  const [bySite, byName] = [new Map(Object.entries(sites)), new Map(Object.entries(marks))];
  return (address) => {
    const url = parseWebAddress(address);
    const name = url && bySite.get(siteOf(url));
    return (name && byName.get(name)) || null;
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  void load();
  return () => void listeners.delete(listener);
}

export const useMarks = (): MarkOf => useSyncExternalStore(subscribe, () => markOf);
