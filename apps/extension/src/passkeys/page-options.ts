/** Copies a page's options to plain text, once and as the browser converts them (Web IDL): a Proxy is read like any object, "-7" is a number, and bytes may be of any kind. */

/** Taken before the page can change them. */
const { stringify } = JSON;
const { isView } = ArrayBuffer;
const Bytes = Uint8Array;
const toText = btoa;
const { fromCharCode } = String;
const asText = String;
const kindOf = Object.prototype.toString;
const { apply } = Reflect;

type Page = Record<string, unknown>;

/** Unpadded base64url. @throws for what is no bytes */
function base64Url(source: unknown): string {
  if (!isView(source) && !/^\[object (Shared)?ArrayBuffer\]$/.test(apply(kindOf, source, []) as string)) throw new TypeError();
  const bytes = isView(source) ? new Bytes(source.buffer, source.byteOffset, source.byteLength) : new Bytes(source as ArrayBuffer);
  let text = "";
  for (const byte of bytes) text += fromCharCode(byte);
  return toText(text).replace(/[+/=]/g, (found) => ({ "+": "-", "/": "_" })[found] ?? "");
}

const needed = (value: unknown): string => {
  if (value === undefined) throw new TypeError();
  return asText(value);
};
const maybe = (value: unknown): string | undefined => (value === undefined ? undefined : asText(value));
const numberOf = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

const idsOf = (listed: unknown): string[] =>
  (listed === undefined ? [] : [...(listed as Iterable<Page>)])
    .filter(({ type }) => asText(type) === "public-key")
    .map(({ id }) => base64Url(id));

/** @throws where the browser would refuse it */
export function creationText(asked: unknown): string {
  const { challenge, rp, user, pubKeyCredParams, excludeCredentials, authenticatorSelection, attestation, hints, timeout, extensions } =
    asked as Page;
  const [site, person, { authenticatorAttachment, userVerification }] = [rp as Page, user as Page, (authenticatorSelection ?? {}) as Page];
  return stringify({
    challenge: base64Url(challenge),
    rp: { id: maybe(site.id), name: needed(site.name) },
    user: { id: base64Url(person.id), name: needed(person.name), displayName: needed(person.displayName) },
    pubKeyCredParams: [...(pubKeyCredParams as Iterable<Page>)].map(({ type, alg }) => ({ type: asText(type), alg: Number(alg) })),
    excludeCredentials: idsOf(excludeCredentials),
    attachment: maybe(authenticatorAttachment),
    userVerification: maybe(userVerification),
    attestation: maybe(attestation),
    hints: hints === undefined ? [] : [...(hints as Iterable<unknown>)].map(needed),
    timeout: numberOf(timeout),
    extensions: extensionsOf(extensions),
  });
}

/** @throws where the browser would refuse it */
export function requestText(asked: unknown): string {
  const { challenge, rpId, allowCredentials, userVerification, timeout, extensions } = asked as Page;
  return stringify({
    challenge: base64Url(challenge),
    rpId: maybe(rpId),
    allowCredentials: idsOf(allowCredentials),
    userVerification: maybe(userVerification),
    timeout: numberOf(timeout),
    extensions: extensionsOf(extensions),
  });
}

/** Of the extensions the names, and the inputs of the one that we serve. */
function extensionsOf(asked: unknown): Page {
  const { prf, ...others } = (asked ?? {}) as Page;
  const names: Page = {};
  for (const name in others) if (others[name] !== undefined) names[name] = others[name] !== false;
  return prf === undefined ? names : { ...names, prf: prfOf(prf as Page) };
}

function prfOf({ eval: inputs, evalByCredential }: Page): Page {
  const named: Page = {};
  for (const id in (evalByCredential ?? {}) as Page) named[id] = inputsOf((evalByCredential as Page)[id] as Page);
  return {
    eval: inputs === undefined ? undefined : inputsOf(inputs as Page),
    evalByCredential: evalByCredential === undefined ? undefined : named,
  };
}

const inputsOf = ({ first, second }: Page): Page => ({
  first: base64Url(first),
  second: second === undefined ? undefined : base64Url(second),
});
