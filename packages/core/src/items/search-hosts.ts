/** The hosts an item is found by when a page asks for its logins, and those a page is asked for by: what the blind tokens of decision Z-05 are made of. */
import { getDomain } from "tldts";
import { type FieldValues, parseWebAddress } from "./item.ts";
import type { MatchMode } from "./match-modes.ts";
import { addressesOf } from "./structured.ts";

/** Whether an address matches by its host at all: a pattern has none, and "never" must not be found. */
const BY_HOST: Readonly<Record<MatchMode, boolean>> = {
  domain: true,
  host: true,
  "starts-with": true,
  exact: true,
  regex: false,
  never: false,
};

/** Hosts and base domains of every web address of an item, each once, the first address first; empty where there is none. */
export function hostsOf(fields: FieldValues): string[] {
  const addresses = addressesOf(fields).filter(({ match }) => BY_HOST[match]);
  return [...new Set(addresses.flatMap(({ url }) => hostsOfAddress(url)))];
}

/** The host of an address as the URL standard writes it, without port and final dot, and its base domain where that is another. */
export function hostsOfAddress(address: string): string[] {
  const host = parseWebAddress(address)?.hostname.replace(/\.$/, "");
  if (!host) return [];
  return [...new Set([host, getDomain(host, { allowPrivateDomains: true }) ?? host])];
}
