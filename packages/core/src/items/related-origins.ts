/**
 * Related origins (WebAuthn Level 3, 5.11): a site names, in a document of its own, pages of other sites that may use its passkeys. Which page may be one, and whether the document names it. Pure; who
 * fetches it keeps to its rules.
 */
import { parse } from "tldts";
import { rpIdFor } from "./rp-id.ts";

/** More sites than that no document may name; browsers stop there too. */
const SITES_MAX = 5;

/** Whether it is worth a look: two sites that may have passkeys, of which neither is part of the other's name. Browsers fetch by https alone. */
export const mayBeRelated = (origin: string, rpId: string): boolean =>
  origin.startsWith("https:") && rpIdFor(origin) !== null && rpIdFor(origin, rpId) === null && rpIdFor(`https://${rpId}`) === rpId;

/** As `rpIdFor`, for a sign-in. @param relatedTo - an RP ID whose document names the page, as was found before */
export const rpIdForSignIn = (origin: string, asked: string | undefined, relatedTo: string | undefined): string | null =>
  rpIdFor(origin, asked) ?? (relatedTo !== undefined && asked === relatedTo ? relatedTo : null);

/** @param document - of the site, as JSON reads it: anything. @param origin - of the page, as browsers write it */
export function namesOrigin(document: unknown, origin: string): boolean {
  const { origins } = Object(document) as { readonly origins?: unknown };
  if (!Array.isArray(origins) || !origins.every((one) => typeof one === "string")) return false;
  const seen = new Set<string>();
  for (const one of origins) {
    const label = labelOf(one);
    if (label === "" || (!seen.has(label) && seen.size >= SITES_MAX)) continue;
    seen.add(label);
    if (new URL(one).origin === origin) return true;
  }
  return false;
}

/** Of a site what its owner chose: "example" of "www.example.co.uk". @returns "" for what is none */
function labelOf(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return parse(host, { allowPrivateDomains: true }).domainWithoutSuffix ?? "";
}
