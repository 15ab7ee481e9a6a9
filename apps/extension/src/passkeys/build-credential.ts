/** Builds what a page gets from its JSON form: an object that is a `PublicKeyCredential` for every test a page has, with bytes of the page's own world. */

/** Taken before the page can change them. A page without encryption has none of the classes, and never gets here. */
const { create, defineProperty, entries } = Object;
const { PublicKeyCredential: Whole, AuthenticatorAssertionResponse: Assertion, AuthenticatorAttestationResponse: Attestation } = globalThis;
const fromText = atob;
const Bytes = Uint8Array;
/** A new one for each time that a page asks, whatever it has made of JSON. */
const copy = structuredClone;

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
  const read = new Bytes(binary.length);
  for (let at = 0; at < binary.length; at++) read[at] = binary.charCodeAt(at);
  return read.buffer;
}

/** With these properties of its own; functions are not listed, as in what the browser makes. */
function made<Made>(prototype: Made, own: Json): Made {
  const object = create(prototype as object) as Made & object;
  for (const [name, value] of entries(own)) {
    const how = { value, enumerable: typeof value !== "function", configurable: true, writable: true };
    // What a page has put on every object is no part of it.
    defineProperty(object, name, { __proto__: null, ...how } as PropertyDescriptor);
  }
  return object;
}

const assertionOf = ({ clientDataJSON, authenticatorData, signature, userHandle }: Json): object =>
  made(Assertion.prototype, {
    clientDataJSON: bytes(clientDataJSON),
    authenticatorData: bytes(authenticatorData),
    signature: bytes(signature),
    userHandle: userHandle === undefined ? null : bytes(userHandle),
  });

const attestationOf = ({ clientDataJSON, attestationObject, authenticatorData, transports, publicKey, publicKeyAlgorithm }: Json): object =>
  made(Attestation.prototype, {
    clientDataJSON: bytes(clientDataJSON),
    attestationObject: bytes(attestationObject),
    getTransports: () => copy(transports),
    getAuthenticatorData: () => bytes(authenticatorData),
    getPublicKey: () => bytes(publicKey),
    getPublicKeyAlgorithm: () => publicKeyAlgorithm,
  });

/** As a page reads them: PRF results are bytes. A new object each time, as the browser gives. */
function extensionResults({ prf, ...others }: Json): Json {
  const { results, ...said } = (prf ?? {}) as { results?: Json };
  const read: Record<string, ArrayBuffer> = {};
  for (const [name, value] of entries(results ?? {})) read[name] = bytes(value);
  return { ...others, ...(prf !== undefined && { prf: { ...said, ...(results && { results: read }) } }) };
}

export function buildCredential(json: CredentialJson): PublicKeyCredential {
  const { id, rawId, type, authenticatorAttachment, response, clientExtensionResults } = json;
  return made(Whole.prototype, {
    id,
    rawId: bytes(rawId),
    type,
    authenticatorAttachment,
    response: "signature" in response ? assertionOf(response) : attestationOf(response),
    getClientExtensionResults: () => extensionResults(copy(clientExtensionResults)),
    toJSON: () => copy(json),
  });
}
