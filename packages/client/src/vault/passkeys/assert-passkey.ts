/** Signs in with a kept passkey: what `navigator.credentials.get` gives a site (WebAuthn Level 3, 6.3.3). */
import type { Passkey, PasskeyKey } from "@coffer/core/items/passkeys";
import { concat, fromBase64Url, sha256, toBase64Url } from "@coffer/crypto";
import { isPasskeyAlgorithm, signWithPasskey } from "@coffer/crypto/passkey-key";
import { authenticatorData } from "./authenticator-data.ts";
import { type AskingPage, clientData, type Refused, refused, siteOfCeremony, type UserVerification } from "./ceremony.ts";
import { evaluatePrf, type PrfQuestion, type PrfResults, verificationFor } from "./site-prf.ts";

/** As much of `PublicKeyCredentialRequestOptionsJSON` as decides anything here. */
export interface RequestOptions {
  readonly rpId?: string | undefined;
  readonly challenge: string;
  /** Empty: any passkey of the site. Told by their ids alone: sites send old transports back. */
  readonly allowCredentials?: readonly { readonly id: string }[] | undefined;
  readonly userVerification?: UserVerification | undefined;
  readonly extensions?: { readonly prf?: PrfQuestion | undefined } | undefined;
}

/** `AuthenticationResponseJSON`. */
export interface AssertedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly authenticatorAttachment: "platform";
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
  readonly clientExtensionResults: { readonly prf?: { readonly results?: PrfResults } };
}

interface Assertion {
  readonly page: AskingPage;
  readonly options: RequestOptions;
  readonly isVerified: boolean;
  readonly passkey: Passkey;
  /** Opened for this one signature. */
  readonly key: PasskeyKey;
}

export const verificationForRequest = ({ userVerification, extensions }: RequestOptions): UserVerification =>
  verificationFor(userVerification, extensions?.prf);

/** Signs in with the passkey that the person picked. */
export async function assertPasskey({ page, options, isVerified, passkey, key }: Assertion): Promise<AssertedCredential | Refused> {
  const { challenge, allowCredentials = [], extensions = {} } = options;
  const site = siteOfCeremony(page, options.rpId, verificationForRequest(options), isVerified);
  if ("error" in site) return site;
  const listed = new Set(allowCredentials.map(({ id }) => id));
  const isAskedFor = listed.size === 0 || listed.has(passkey.id);
  if (passkey.rpId !== site.rpId || key.id !== passkey.id || !isAskedFor) return refused("NotAllowedError");
  if (!isPasskeyAlgorithm(passkey.alg)) return refused("NotAllowedError");
  const wrongPrf = wronglyAsked(extensions.prf, listed);
  if (wrongPrf) return wrongPrf;

  const authData = await authenticatorData(site.rpId, isVerified);
  const said = clientData("webauthn.get", challenge, page);
  const privateKey = fromBase64Url(key.key);
  const signature = await signWithPasskey(passkey.alg, privateKey, concat(authData, await sha256(said)));
  privateKey.fill(0);
  const inputs = extensions.prf && (extensions.prf.evalByCredential?.[passkey.id] ?? extensions.prf.eval);
  const results = inputs && passkey.prf ? { results: await evaluatePrf(key, inputs) } : {};
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    authenticatorAttachment: "platform",
    response: {
      clientDataJSON: toBase64Url(said),
      authenticatorData: toBase64Url(authData),
      signature: toBase64Url(signature),
      // Another program's passkey may have none.
      ...(passkey.user !== "" && { userHandle: passkey.user }),
    },
    clientExtensionResults: extensions.prf ? { prf: results } : {},
  };
}

/** Inputs for single passkeys make sense only for listed ones (WebAuthn 3, extension `prf`). */
function wronglyAsked(prf: PrfQuestion | undefined, listed: ReadonlySet<string>): Refused | null {
  const named = Object.keys(prf?.evalByCredential ?? {});
  if (named.length > 0 && listed.size === 0) return refused("NotSupportedError");
  return named.every((id) => listed.has(id)) ? null : refused("SyntaxError");
}
