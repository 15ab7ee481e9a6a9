/** The browser's own authenticators, for passkeys that open the vault. What they yield in secret goes to the client alone, which wipes it. */
import { ClientError, type MadeVaultPasskey, type UsedVaultPasskey, type VaultAuthenticator } from "@coffer/client";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { bytesOf, textOf } from "./base64url.ts";

const TIMEOUT_MS = 300_000;
/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

const ALREADY_HERE = "This device has a passkey for your vault already.";
const NONE = "The browser gave no passkey.";

type Results = { readonly prf?: { readonly enabled?: boolean; readonly results?: { readonly first: BufferSource } } };

/** A view of the browser's own bytes: who wipes it, wipes them. */
function secretOf({ prf }: Results): Uint8Array | null {
  const first = prf?.results?.first;
  if (first === undefined) return null;
  return ArrayBuffer.isView(first) ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength) : new Uint8Array(first);
}

const credential = (type: string, id: string): PublicKeyCredentialDescriptor => ({ type: type as "public-key", id: bytesOf(id) });
const evaluated = (input: Uint8Array) => ({ prf: { eval: { first: input as Uint8Array<ArrayBuffer> } } });

async function create(asked: Parameters<VaultAuthenticator["create"]>[0]): Promise<MadeVaultPasskey> {
  const { rpId, challenge, userId, email, exclude, prfInput } = asked;
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { id: rpId, name: PRODUCT_NAME },
    user: { id: userId as Uint8Array<ArrayBuffer>, name: email, displayName: email },
    challenge: bytesOf(challenge),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: exclude.map((id) => credential("public-key", id)),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout: TIMEOUT_MS,
    extensions: evaluated(prfInput),
  };
  const made = (await navigator.credentials.create({ publicKey }).catch((cause: Error) => {
    throw cause.name === "InvalidStateError" ? new ClientError(ALREADY_HERE, { cause }) : cause;
  })) as PublicKeyCredential | null;
  if (made === null) throw new ClientError(NONE);
  const response = made.response as AuthenticatorAttestationResponse;
  const results = made.getClientExtensionResults() as Results;
  return {
    id: made.id,
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    authenticatorData: new Uint8Array(response.getAuthenticatorData()),
    isPrfEnabled: results.prf?.enabled === true,
    prf: secretOf(results),
  };
}

async function get({ rpId, challenge, ids, prfInput }: Parameters<VaultAuthenticator["get"]>[0]): Promise<UsedVaultPasskey> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId,
    challenge: bytesOf(challenge),
    allowCredentials: ids.map((id) => credential("public-key", id)),
    userVerification: "required",
    timeout: TIMEOUT_MS,
    extensions: evaluated(prfInput),
  };
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (used === null) throw new ClientError(NONE);
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: new Uint8Array(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle === null ? null : new Uint8Array(userHandle),
    prf: secretOf(used.getClientExtensionResults() as Results),
  };
}

export const browserAuthenticator: VaultAuthenticator = {
  create,
  get,
  keepOnly: async (rpId, userId, ids) => {
    if (!("signalAllAcceptedCredentials" in PublicKeyCredential)) return;
    const said = { rpId, userId: textOf(userId), allAcceptedCredentialIds: [...ids] };
    await PublicKeyCredential.signalAllAcceptedCredentials(said).catch(() => undefined); // where it stays, it opens nothing
  },
  forget: async (rpId, credentialId) => {
    if (!("signalUnknownCredential" in PublicKeyCredential)) return;
    await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined); // as above
  },
};
