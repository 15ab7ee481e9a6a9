/** What a site's words about its passkeys (Signal API) change in a login's list, and whose words count. Pure. */
import { type Passkey, readPasskeys, writePasskeys } from "@coffer/core/items/passkeys";
import { rpIdFor } from "@coffer/core/items/rp-id";
import type { SignalKind } from "./messages.ts";

export type SignalOptions = Readonly<Record<string, unknown>>;
type Change = (passkey: Passkey, said: SignalOptions, now: number) => Passkey;

const hidden = (passkey: Passkey, why: "unknown" | "not accepted", since: number): Passkey =>
  isShown(passkey) ? { ...passkey, state: "hidden", why, since } : passkey;
const isShown = ({ state }: Passkey): boolean => state === "kept" || state === "unconfirmed";
/** What a person has removed stays so. */
const shown = (passkey: Passkey, since: number): Passkey => {
  if (passkey.state !== "hidden" && passkey.state !== "unconfirmed") return passkey;
  const { why: _, ...rest } = passkey;
  return { ...rest, state: "kept", since };
};
const ofUser = (passkey: Passkey, { userId }: SignalOptions): boolean => passkey.user !== "" && passkey.user === userId;
const textOr = (said: unknown, before: string): string => (typeof said === "string" ? said : before);

const CHANGES: Readonly<Record<SignalKind, Change>> = {
  signalUnknownCredential: (passkey, { credentialId }, now) => (passkey.id === credentialId ? hidden(passkey, "unknown", now) : passkey),
  signalAllAcceptedCredentials(passkey, said, now) {
    const { allAcceptedCredentialIds: ids } = said;
    if (!ofUser(passkey, said) || !Array.isArray(ids)) return passkey;
    return ids.includes(passkey.id) ? shown(passkey, now) : hidden(passkey, "not accepted", now);
  },
  signalCurrentUserDetails: (passkey, said) =>
    ofUser(passkey, said)
      ? { ...passkey, name: textOr(said.name, passkey.name), displayName: textOr(said.displayName, passkey.displayName) }
      : passkey,
};

/** @param text - the list of a login. @returns the list with what the site says of it; the same text where that is nothing. Pure */
export function withSignal(text: string, rpId: string, kind: SignalKind, said: SignalOptions, now: number): string {
  const passkeys = readPasskeys(text);
  const changed = passkeys.map((passkey) => (passkey.rpId === rpId ? CHANGES[kind](passkey, said, now) : passkey));
  const written = writePasskeys(changed);
  return written === writePasskeys(passkeys) ? text : written;
}

/** @param kind - as the page says @param origin - of the page, as the browser says @param text - JSON of anything. @returns null for what no page may say of that site. @throws where it is no JSON */
export function readSignal(kind: string, origin: string, text: string): { readonly rpId: string; readonly said: SignalOptions } | null {
  const said = Object(JSON.parse(text)) as SignalOptions;
  const rpId = typeof said.rpId === "string" && Object.hasOwn(CHANGES, kind) ? rpIdFor(origin, said.rpId) : null;
  return rpId === null ? null : { rpId, said };
}
