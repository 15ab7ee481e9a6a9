/**
 * Which site a passkey belongs to (its RP ID), and which page may use it. The only answer to this question: every ceremony asks here, with an origin
 * that comes from the browser and never from the page (passkeys design §1.5).
 */
import { parse } from "tldts";
import { isLoopback } from "../loopback.ts";

/**
 * Stricter than browsers, and never laxer: where this says null, the browser is asked, and answers for itself.
 * @param origin - as browsers write it: "https://shop.example:8443"
 * @param asked - what the page asked for; absent, the page's whole host
 * @returns the RP ID, or null when this page may not use it
 */
export function rpIdFor(origin: string, asked?: string): string | null {
  const host = hostOf(origin);
  const site = host === null ? null : siteOfOneOwner(host);
  if (host === null || site === null) return null;
  const rpId = asked ?? host;
  // A suffix counts from a dot on: "evilfoo.example.com" does not end in the site "foo.example.com".
  if (rpId !== host && !host.endsWith(`.${rpId}`)) return null;
  // Both end the host, so the shorter one ends the other: above the site of one owner there are only strangers.
  return rpId.length < site.length ? null : rpId;
}

/** The host of a page that may have passkeys at all; null for another one. */
function hostOf(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  // An opaque origin is written "null"; a longer address, or one written another way, is none that a browser gave us.
  if (url === null || url.origin !== origin) return null;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)) ? url.hostname : null;
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const HOST_MAX_LENGTH = 253;

/** The part of a host that one owner has; null for an IP address and for a suffix under which strangers have their sites, in the private part of the list too. */
function siteOfOneOwner(host: string): string | null {
  if (host === "localhost") return host;
  if (host.length > HOST_MAX_LENGTH || !host.split(".").every((label) => LABEL.test(label))) return null;
  return parse(host, { allowPrivateDomains: true }).domain;
}
