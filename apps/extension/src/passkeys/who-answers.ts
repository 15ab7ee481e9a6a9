/** Who answers a site's question for a passkey: the browser, unless a passkey of ours fits it (passkeys design §1.3). Pure. */
import { rpIdFor } from "@coffer/core/items/rp-id";
import type { AskedRequest } from "./asked.ts";
import type { KnownPasskeys } from "./known-passkeys.ts";

/** The page that asks, as the browser says. */
interface Asking {
  readonly origin: string;
  /** Null for what is left to the browser. */
  readonly asked: AskedRequest | null;
  /** Null while the vault is locked. */
  readonly known: KnownPasskeys | null;
}

/** Ids alone decide, never what a site says of the way to a passkey: sites send old transports back. */
export function isForUs({ origin, asked, known }: Asking): boolean {
  const rpId = asked === null ? null : rpIdFor(origin, asked.rpId);
  if (asked === null || known === null || rpId === null || known.elsewhere.includes(new URL(origin).host)) return false;
  const held = Object.hasOwn(known.bySite, rpId) ? (known.bySite[rpId] ?? []) : [];
  const listed = asked.allowCredentials ?? [];
  return held.length > 0 && (listed.length === 0 || listed.some(({ id }) => held.includes(id)));
}
