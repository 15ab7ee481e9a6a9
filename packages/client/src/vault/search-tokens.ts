/** Blind tokens: how the server is asked for the logins of a host without learning any host (decision Z-05). */
import { SEARCH_TOKENS_MAX } from "@coffer/contract/search-tokens";
import type { FieldValues } from "@coffer/core/items/item";
import { hmacSha256, toHex, utf8 } from "@coffer/crypto";
import type { ScopeKeys } from "../keyring.ts";

/** The list of public suffixes is large: loaded with the first address that is saved, not with the page. */
const loadHosts = () => import("@coffer/core/items/search-hosts");

/** The tokens of an item's own hosts, each 64 hex digits (HMAC-SHA-256); undefined when the list cannot be loaded. */
export async function tokensOfItem(keys: ScopeKeys, fields: FieldValues): Promise<string[] | undefined> {
  // Without a connection, or from a page older than the site, the list may be missing. A save without tokens is better than none.
  const hosts = await loadHosts().catch(() => null);
  return hosts ? tokensOf(keys, hosts.hostsOf(fields).slice(0, SEARCH_TOKENS_MAX)) : undefined;
}

/** The tokens a page is asked for by: its host's, and its base domain's. @param page - a full web address. */
export async function tokensOfPage(keys: ScopeKeys, page: string): Promise<string[]> {
  const { hostsOfAddress } = await loadHosts();
  return tokensOf(keys, hostsOfAddress(page));
}

const tokensOf = (keys: ScopeKeys, hosts: readonly string[]): Promise<string[]> =>
  Promise.all(hosts.map(async (host) => toHex(await hmacSha256(keys.searchKey, utf8(host)))));
