/** Builds what a page gets from its JSON form: an object that is a `PublicKeyCredential` for every test a page has, with bytes of the page's own world. */

const { create, defineProperties, entries, fromEntries } = Object;
const { parse, stringify } = JSON;
const fromText = atob;
const Bytes = Uint8Array;

type Json = Readonly<Record<string, unknown>>;

export interface CredentialJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly authenticatorAttachment: string;
  readonly response: Json;
  readonly clientExtensionResults: Json;
}

function bytes(text: unknown): ArrayBuffer {
  const binary = fromText(String(text).replace(/-/g, "+").replace(/_/g, "/"));
  const { buffer } = Bytes.from(binary, (character) => character.charCodeAt(0));
  return buffer;
}

/** With these properties of its own; functions are not listed, as in what the browser makes. */
const made = <Made>(prototype: object, own: Json): Made =>
  defineProperties(
    create(prototype),
    fromEntries(
      entries(own).map(([name, value]) => [name, { value, enumerable: typeof value !== "function", configurable: true, writable: true }]),
    ),
  ) as Made;

const assertionOf = ({ clientDataJSON, authenticatorData, signature, userHandle }: Json): object =>
  made(AuthenticatorAssertionResponse.prototype, {
    clientDataJSON: bytes(clientDataJSON),
    authenticatorData: bytes(authenticatorData),
    signature: bytes(signature),
    userHandle: userHandle === undefined ? null : bytes(userHandle),
  });

const attestationOf = ({ clientDataJSON, attestationObject, authenticatorData, transports, publicKey, publicKeyAlgorithm }: Json): object =>
  made(AuthenticatorAttestationResponse.prototype, {
    clientDataJSON: bytes(clientDataJSON),
    attestationObject: bytes(attestationObject),
    getTransports: () => [...(transports as string[])],
    getAuthenticatorData: () => bytes(authenticatorData),
    getPublicKey: () => bytes(publicKey),
    getPublicKeyAlgorithm: () => publicKeyAlgorithm,
  });

/** As a page reads them: PRF results are bytes. A new object each time, as the browser gives. */
function extensionResults({ prf, ...others }: Json): Json {
  const { results, ...said } = (prf ?? {}) as { results?: Json };
  const read = results && fromEntries(entries(results).map(([name, value]) => [name, bytes(value)]));
  return { ...others, ...(prf !== undefined && { prf: { ...said, ...(read && { results: read }) } }) };
}

export function builtFrom(json: CredentialJson): PublicKeyCredential {
  const { id, rawId, type, authenticatorAttachment, response, clientExtensionResults } = json;
  const text = stringify(json);
  return made(PublicKeyCredential.prototype, {
    id,
    rawId: bytes(rawId),
    type,
    authenticatorAttachment,
    response: "signature" in response ? assertionOf(response) : attestationOf(response),
    getClientExtensionResults: () => extensionResults(clientExtensionResults),
    toJSON: () => parse(text),
  });
}
