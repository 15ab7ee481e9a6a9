/** The PRF of a passkey as a site asks for it (WebAuthn 3, extension `prf`). */
import type { PasskeyKey } from "@coffer/core/items/passkeys";
import { fromBase64Url, toBase64Url } from "@coffer/crypto";
import { passkeyPrf } from "@coffer/crypto/passkey-key";
import type { UserVerification } from "./ceremony.ts";

export interface PrfInputs {
  readonly first: string;
  readonly second?: string | undefined;
}
export interface PrfQuestion {
  readonly eval?: PrfInputs | undefined;
  readonly evalByCredential?: Readonly<Record<string, PrfInputs>> | undefined;
}
export interface PrfResults {
  readonly first: string;
  readonly second?: string;
}

/** @returns what the site means: with inputs for the PRF it is a verified user, whatever it says */
export const verificationFor = (said: UserVerification = "preferred", prf: PrfQuestion | undefined): UserVerification =>
  prf?.eval || Object.keys(prf?.evalByCredential ?? {}).length > 0 ? "required" : said;

/** Of a verified user. There is one PRF (WebAuthn 3): what a site keeps under its output opens again, whether or not the password was just typed. */
export async function evaluatePrf({ prfUv }: PasskeyKey, inputs: PrfInputs): Promise<PrfResults> {
  const secret = fromBase64Url(prfUv);
  const of = async (input: string) => toBase64Url(await passkeyPrf(secret, fromBase64Url(input)));
  const results = { first: await of(inputs.first), ...(inputs.second !== undefined && { second: await of(inputs.second) }) };
  secret.fill(0);
  return results;
}
