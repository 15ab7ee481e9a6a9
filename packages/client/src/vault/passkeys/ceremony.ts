/** What creating a passkey and signing in with one have in common. Questions and answers have WebAuthn's JSON form; bytes are unpadded base64url. */
import { rpIdForSignIn } from "@coffer/core/items/related-origins";

/** The page that asks, as the browser knows it: never as the page says. */
export interface AskingPage {
  readonly origin: string;
  /** The origin of the top page, where a page of another origin is above the asking one. */
  readonly top?: string | undefined;
  /** An RP ID that is not the page's own: its site has named this origin (`@coffer/core/items/related-origins`). Only a sign-in takes it. */
  readonly relatedTo?: string | undefined;
}

export type UserVerification = "required" | "preferred" | "discouraged";

/** The names of errors that WebAuthn has for a refusal. */
export type CeremonyError = "NotAllowedError" | "NotSupportedError" | "SecurityError" | "SyntaxError" | "TypeError";
export interface Refused {
  readonly error: CeremonyError;
}
export const refused = (error: CeremonyError): Refused => ({ error });

/** @returns the site, or why there is no ceremony: before anything else is looked at */
export function siteOfCeremony(
  { origin, relatedTo }: AskingPage,
  rpId: string | undefined,
  verification: UserVerification,
  isVerified: boolean,
): { readonly rpId: string } | Refused {
  const site = rpIdForSignIn(origin, rpId, relatedTo);
  if (site === null) return refused("SecurityError");
  return verification === "required" && !isVerified ? refused("NotAllowedError") : { rpId: site };
}

/** In the order and spelling of the standard, which some sites compare as text. */
export function clientData(type: "webauthn.create" | "webauthn.get", challenge: string, { origin, top }: AskingPage): Uint8Array {
  const said = { type, challenge, origin, crossOrigin: top !== undefined, ...(top !== undefined && { topOrigin: top }) };
  return new TextEncoder().encode(JSON.stringify(said));
}
