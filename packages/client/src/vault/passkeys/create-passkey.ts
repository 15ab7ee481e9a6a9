/** Makes a passkey for a site: what `navigator.credentials.create` gives it (WebAuthn Level 3, 6.3.2). */
import type { Passkey, PasskeyKey } from "@coffer/core/items/passkeys";
import { fromBase64Url, type Random, toBase64Url } from "@coffer/crypto";
import { generatePasskeyKey, isPasskeyAlgorithm, type PasskeyAlgorithm, type PasskeyPublic } from "@coffer/crypto/passkey-key";
import { authenticatorData, coseKey } from "./authenticator-data.ts";
import { type Cbor, encodeCbor } from "./cbor.ts";
import { type AskingPage, clientData, type Refused, refused, siteOfCeremony, type UserVerification } from "./ceremony.ts";
import { evaluatePrf, type PrfQuestion, type PrfResults, verificationFor } from "./site-prf.ts";

/** As much of `PublicKeyCredentialCreationOptionsJSON` as decides anything here. */
export interface CreationOptions {
  readonly rp: { readonly id?: string | undefined; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly authenticatorSelection?: { readonly userVerification?: UserVerification | undefined } | undefined;
  readonly extensions?: { readonly credProps?: boolean | undefined; readonly prf?: PrfQuestion | undefined } | undefined;
}

/** `RegistrationResponseJSON`. */
interface CreatedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly authenticatorAttachment: "platform";
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly authenticatorData: string;
    readonly transports: "internal"[];
    readonly publicKey: string;
    readonly publicKeyAlgorithm: PasskeyAlgorithm;
  };
  readonly clientExtensionResults: {
    readonly credProps?: { readonly rk: true };
    readonly prf?: { readonly enabled: true; readonly results?: PrfResults };
  };
}

export interface MadePasskey {
  /** Not yet `kept`: the site hears of it only after it is saved. */
  readonly passkey: Passkey;
  readonly key: PasskeyKey;
  readonly credential: CreatedCredential;
}

interface Creation {
  readonly page: AskingPage;
  readonly options: CreationOptions;
  /** Whether a password or an authenticator proved just now who the person is. */
  readonly isVerified: boolean;
  readonly random: Random;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const ID_BYTES = 32;
const PRF_SECRET_BYTES = 32;
const USER_ID_MAX_BYTES = 64;
/** What a site means that names none (WebAuthn 3, step 5.1.3). */
const DEFAULT_PARAMS: CreationOptions["pubKeyCredParams"] = [-7, -257].map((alg) => ({ type: "public-key", alg }));

export const verificationForCreation = ({ authenticatorSelection, extensions }: CreationOptions): UserVerification =>
  verificationFor(authenticatorSelection?.userVerification, extensions?.prf);

/** Makes a passkey, after the person's consent. It signs nothing and reaches no one: saving it and answering the page is the caller's. */
export async function createPasskey({ page, options, isVerified, random, now }: Creation): Promise<MadePasskey | Refused> {
  const { rp, user, extensions = {} } = options;
  const site = siteOfCeremony(page, rp.id, verificationForCreation(options), isVerified);
  if ("error" in site) return site;
  const userBytes = fromBase64Url(user.id).length;
  if (userBytes === 0 || userBytes > USER_ID_MAX_BYTES) return refused("TypeError");
  const alg = algorithmFor(options.pubKeyCredParams);
  if (alg === null || extensions.prf?.evalByCredential) return refused("NotSupportedError");

  const { privateKey, publicKey } = await generatePasskeyKey(alg);
  const id = random(ID_BYTES);
  const [prfUv, prfNoUv] = [toBase64Url(random(PRF_SECRET_BYTES)), toBase64Url(random(PRF_SECRET_BYTES))];
  const key: PasskeyKey = { id: toBase64Url(id), key: toBase64Url(privateKey), prfUv, prfNoUv };
  privateKey.fill(0);
  const { name, displayName } = user;
  const shown = { rpId: site.rpId, rpName: rp.name, user: user.id, name, displayName };
  const passkey: Passkey = { id: key.id, ...shown, alg, at: now, prf: true, state: "unconfirmed", since: now };
  const authData = await authenticatorData(site.rpId, isVerified, { id, coseKey: coseKey(alg, publicKey) });
  const clientExtensionResults = await extensionResults(extensions, key);
  const credential = credentialOf(key.id, alg, publicKey, authData, clientData("webauthn.create", options.challenge, page));
  return { passkey, key, credential: { ...credential, clientExtensionResults } };
}

/** The site's order decides. @returns null where it takes none that Coffer makes */
export function algorithmFor(params: CreationOptions["pubKeyCredParams"]): PasskeyAlgorithm | null {
  for (const { type, alg } of params.length === 0 ? DEFAULT_PARAMS : params)
    if (type === "public-key" && isPasskeyAlgorithm(alg)) return alg;
  return null;
}

function credentialOf(
  id: string,
  alg: PasskeyAlgorithm,
  { spki }: PasskeyPublic,
  authData: Uint8Array,
  said: Uint8Array,
): Omit<CreatedCredential, "clientExtensionResults"> {
  const attestation = new Map<string, Cbor>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return {
    id,
    rawId: id,
    type: "public-key",
    authenticatorAttachment: "platform",
    response: {
      clientDataJSON: toBase64Url(said),
      attestationObject: toBase64Url(encodeCbor(attestation)),
      authenticatorData: toBase64Url(authData),
      transports: ["internal"],
      publicKey: toBase64Url(spki),
      publicKeyAlgorithm: alg,
    },
  };
}

/** Only what was asked for is answered. */
async function extensionResults(
  { credProps, prf }: NonNullable<CreationOptions["extensions"]>,
  key: PasskeyKey,
): Promise<CreatedCredential["clientExtensionResults"]> {
  const results = prf?.eval && { results: await evaluatePrf(key, prf.eval) };
  return { ...(credProps === true && { credProps: { rk: true } }), ...(prf && { prf: { enabled: true, ...results } }) };
}
