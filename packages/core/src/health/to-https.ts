/** Changes a login's http addresses to https, except on private networks. */
import { type FieldValues, parseWebAddress } from "../items/item.ts";
import { readAddresses, writeAddresses } from "../items/structured-fields.ts";
import { isPrivateNetwork } from "../private-network.ts";

/** @returns the changed fields. */
export function toHttps({ website_url: url = "", more_urls: more = "" }: FieldValues): FieldValues {
  const addresses = readAddresses(more).map((address) => ({
    ...address,
    url: address.match === "regex" ? address.url : secure(address.url),
  }));
  const changes = { website_url: secure(url), more_urls: writeAddresses(addresses) };
  return {
    ...(changes.website_url !== url && { website_url: changes.website_url }),
    ...(addresses.some((address, at) => address.url !== readAddresses(more)[at]?.url) && { more_urls: changes.more_urls }),
  };
}

function secure(typed: string): string {
  const url = parseWebAddress(typed);
  if (url?.protocol !== "http:" || isPrivateNetwork(url.hostname)) return typed;
  return typed.replace(/^\s*http:/i, "https:");
}
