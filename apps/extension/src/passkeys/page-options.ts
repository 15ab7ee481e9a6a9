/**
 * Copies a page's options once and as the browser converts them (Web IDL): a Proxy is read like any object, "-7" is a number, and what the browser refuses throws. The script next to the page
 * writes it down: a page may have taught its lists and objects to write themselves in their own way.
 */
import { MOST_LISTED } from "./messages.ts";

/** Taken before the page can change them. */
const { isView } = ArrayBuffer;
const Bytes = Uint8Array;
const toText = btoa;
const { fromCharCode } = String;
const { apply, getOwnPropertyDescriptor } = Reflect;

type Page = Record<string, unknown>;

/** Reads what only such an object has. @throws for one that merely looks like it */
export const reads = (prototype: object, name: string) => {
  const read = getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  return (object: unknown): unknown => apply(read, object, []);
};
const lengthOf = reads(ArrayBuffer.prototype, "byteLength");
/** Bytes that can grow are refused; browsers before 2023 had none. */
const canGrow = reads(ArrayBuffer.prototype, "resizable");
export const isAborted = reads(AbortSignal.prototype, "aborted");

/** Unpadded base64url. @throws for what is no bytes, and for such that others can change meanwhile */
function base64Url(source: unknown): string {
  const view = isView(source) ? source : new Bytes(source as ArrayBuffer);
  const buffer = isView(source) ? source.buffer : source;
  if (lengthOf(buffer) === undefined || canGrow(buffer) === true) throw new TypeError();
  const bytes = new Bytes(buffer as ArrayBuffer, view.byteOffset, view.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at++) text += fromCharCode(bytes[at] ?? 0);
  return toText(text).replace(/[+/=]/g, (found) => ({ "+": "-", "/": "_" })[found] ?? "");
}

/** A template takes no symbol for text, as browsers do not. */
const asText = (value: unknown): string => `${value as string}`;
const needed = (value: unknown): string => {
  if (value === undefined) throw new TypeError();
  return asText(value);
};
const maybe = (value: unknown): string | undefined => (value === undefined ? undefined : asText(value));
/** The sign takes no BigInt for a number, as browsers do not. */
const asNumber = (value: unknown): number => +(value as number);
const maybeNumber = (value: unknown): number | undefined => (value === undefined ? undefined : asNumber(value));

/** A dictionary of Web IDL. @throws for what is neither an object nor nothing */
function object(value: unknown): Page {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" && typeof value !== "function") throw new TypeError();
  return value as Page;
}

/** A sequence of Web IDL: text is none. */
function list<Entry>(value: unknown, read: (entry: unknown) => Entry): Entry[] {
  if (typeof value !== "object" && typeof value !== "function") throw new TypeError();
  const entries = [...(value as Iterable<unknown>)];
  const found: Entry[] = [];
  for (let at = 0; at < entries.length; at++) found[at] = read(entries[at]);
  return found;
}
const maybeList = <Entry>(value: unknown, read: (entry: unknown) => Entry): Entry[] => (value === undefined ? [] : list(value, read));

/** Ids of those that are public keys. */
function idsOf(listed: unknown): string[] {
  const ids: string[] = [];
  const read = maybeList(listed, (entry) => {
    const { type, id, transports } = object(entry);
    maybeList(transports, asText);
    const bytes = base64Url(id);
    if (needed(type) === "public-key") ids[ids.length] = bytes;
  });
  if (read.length > MOST_LISTED) throw new TypeError();
  return ids;
}

/** @throws where the browser would refuse it */
export function creationOf(asked: unknown): Page {
  const {
    challenge,
    rp,
    user,
    pubKeyCredParams,
    excludeCredentials,
    authenticatorSelection,
    attestation,
    attestationFormats,
    hints,
    timeout,
    extensions,
  } = object(asked);
  const [site, person, { authenticatorAttachment, residentKey, userVerification }] = [
    object(rp),
    object(user),
    object(authenticatorSelection),
  ];
  maybe(residentKey);
  maybeList(attestationFormats, asText);
  return {
    challenge: base64Url(challenge),
    rp: { id: maybe(site.id), name: needed(site.name) },
    user: { id: base64Url(person.id), name: needed(person.name), displayName: needed(person.displayName) },
    pubKeyCredParams: list(pubKeyCredParams, (entry) => {
      const { type, alg } = object(entry);
      if (alg === undefined) throw new TypeError();
      return { type: needed(type), alg: asNumber(alg) };
    }),
    excludeCredentials: idsOf(excludeCredentials),
    attachment: maybe(authenticatorAttachment),
    userVerification: maybe(userVerification),
    attestation: maybe(attestation),
    hints: maybeList(hints, asText),
    timeout: maybeNumber(timeout),
    extensions: extensionsOf(extensions),
  };
}

/** @throws where the browser would refuse it */
export function requestOf(asked: unknown): Page {
  const { challenge, rpId, allowCredentials, userVerification, hints, timeout, extensions } = object(asked);
  maybeList(hints, asText);
  const ids = idsOf(allowCredentials);
  // A list of other kinds alone means none that Coffer knows, and not any.
  if (ids.length === 0 && maybeList(allowCredentials, Boolean).length > 0) throw new TypeError();
  return {
    challenge: base64Url(challenge),
    rpId: maybe(rpId),
    allowCredentials: ids,
    userVerification: maybe(userVerification),
    timeout: maybeNumber(timeout),
    extensions: extensionsOf(extensions),
  };
}

/** Of the extensions that are on the names, what is text, and the inputs of the one that we serve. */
function extensionsOf(asked: unknown): Page {
  const { prf, largeBlob, ...others } = object(asked);
  const named: Page = {};
  for (const name in others) if (others[name]) named[name] = typeof others[name] === "string" ? others[name] : true;
  const { support, read, write } = object(largeBlob);
  if (read && write !== undefined) throw new TypeError();
  if (largeBlob !== undefined) named.largeBlob = support === undefined ? "use" : "make";
  return prf === undefined ? named : { ...named, prf: prfOf(object(prf)) };
}

function prfOf({ eval: inputs, evalByCredential }: Page): Page {
  const named: Page = {};
  for (const id in object(evalByCredential)) named[id] = inputsOf(object(object(evalByCredential)[id]));
  return {
    eval: inputs === undefined ? undefined : inputsOf(object(inputs)),
    evalByCredential: evalByCredential === undefined ? undefined : named,
  };
}

const inputsOf = ({ first, second }: Page): Page => ({
  first: base64Url(first),
  second: second === undefined ? undefined : base64Url(second),
});
