/** The PRF of a passkey as a site asks for it (WebAuthn 3, extension `prf`). */
import type { PasskeyKey } from "@coffer/core/items/passkeys";
import { fromBase64Url, toBase64Url } from "@coffer/crypto";
import { passkeyPrf } from "@coffer/crypto/passkey-key";

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

/** With a verified user another secret than without, so that a site can tell what opened what it keeps. */
export async function evaluatePrf({ prfUv, prfNoUv }: PasskeyKey, inputs: PrfInputs, isVerified: boolean): Promise<PrfResults> {
  const secret = fromBase64Url(isVerified ? prfUv : prfNoUv);
  const of = async (input: string) => toBase64Url(await passkeyPrf(secret, fromBase64Url(input)));
  const results = { first: await of(inputs.first), ...(inputs.second !== undefined && { second: await of(inputs.second) }) };
  secret.fill(0);
  return results;
}
