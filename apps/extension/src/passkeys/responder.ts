/** Who answers a site that asks for a passkey: the browser, unless it is for us (passkeys design §1.3). Pure. */
import { rpIdForSignIn } from "@coffer/core/items/related-origins";
import { rpIdFor } from "@coffer/core/items/rp-id";
import type { KnownPasskeys } from "./known-passkeys.ts";
import type { CeremonyKind } from "./messages.ts";
import { parseCreation, parseRequest } from "./parse-request.ts";

/** The page that asks, as the browser says, and what it asks for. */
interface Asking {
  readonly origin: string;
  readonly options: string;
  /** Null while the vault is locked. */
  readonly known: KnownPasskeys | null;
  /** Another site that has named this page in its document (`related-sites.ts`). */
  readonly relatedTo?: string | undefined;
}

/** Null where the page may not use that RP ID, and where the person wants the browser to answer. */
export const siteOf = ({ origin, known, relatedTo }: Asking, rpId: string | undefined): string | null =>
  known === null || known.elsewhere.includes(new URL(origin).host) ? null : rpIdForSignIn(origin, rpId, relatedTo);

/** Whether a page may use that name for older kinds of keys: its own host, or one above or below it. Where this says no, the browser says what it says. */
function isOwnName(origin: string, appid: string | undefined): boolean {
  if (appid === undefined) return true;
  const named = URL.canParse(appid) ? new URL(appid) : null;
  if (named?.protocol !== "https:") return false;
  return rpIdFor(origin, named.hostname) !== null || rpIdFor(named.origin, new URL(origin).hostname) !== null;
}

/** Ids alone decide, never what a site says of the way to a passkey: sites send old transports back. */
function isSignIn(asking: Asking): boolean {
  const asked = parseRequest(asking.options);
  const rpId = asked && siteOf(asking, asked.rpId);
  if (asked === null || rpId === null || asking.known === null || !isOwnName(asking.origin, asked.appid)) return false;
  const { bySite } = asking.known;
  const held = bySite[rpId] ?? [];
  const listed = asked.allowCredentials ?? [];
  return held.length > 0 && (listed.length === 0 || listed.some(({ id }) => held.includes(id)));
}

function isCreation(asking: Asking): boolean {
  const asked = parseCreation(asking.options);
  return asked !== null && siteOf(asking, asked.rp.id) !== null && isOwnName(asking.origin, asked.appid);
}

const FITS: Readonly<Record<CeremonyKind, (asking: Asking) => boolean>> = { get: isSignIn, create: isCreation };

export const isForUs = (kind: CeremonyKind, asking: Asking): boolean => Object.hasOwn(FITS, kind) && FITS[kind](asking);
