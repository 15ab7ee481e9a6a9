/** Sites that a person says are of one owner and share logins: how a group is typed, and what it must be. */
import { parse } from "tldts";
import { parseWebAddress } from "./item.ts";

/** More are no group of one owner. */
const MOST_SITES = 30;

/**
 * Each address counts for its whole site, with all hosts below it, as in the table of equivalent sites.
 * @param typed - addresses, separated by spaces or commas
 */
export function readSiteGroup(typed: string): { readonly sites: readonly string[] } | { readonly error: string } {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== "");
  const found: string[] = [];
  for (const word of words) {
    const host = parseWebAddress(word)?.hostname;
    // A place where many have a site of their own, as github.io, is no site: a login would be offered to strangers.
    const site = host === undefined ? null : parse(host, { allowPrivateDomains: true }).domain;
    if (site === null) return { error: `"${word}" is not the address of a site` };
    if (!found.includes(site)) found.push(site);
  }
  if (found.length < 2) return { error: "Enter the addresses of two sites or more" };
  return found.length > MOST_SITES ? { error: `A group has at most ${MOST_SITES} sites` } : { sites: found };
}
