/** Reads what a page asks for. It comes from a page: anything may be in it. */
import type { RequestOptions } from "@coffer/client/assert-passkey";
import { algorithmFor, type CreationOptions } from "@coffer/client/create-passkey";
import { MOST_LISTED } from "./messages.ts";

/** Extensions of WebAuthn that only the browser can serve: paying, and speaking for another machine's page. */
const OF_BROWSER_ALONE = ["payment", "remoteDesktopClientOverride"];
const VERIFICATIONS = ["required", "preferred", "discouraged"] as const;
/** Where a site wants it first of all on another device, or on a key that people carry. */
const ELSEWHERE: readonly unknown[] = ["security-key", "hybrid"];
/** Of 64 bytes. */
const USER_ID_MAX_LENGTH = 86;

interface CommonOptions {
  /** The name that older kinds of keys know the site by (extensions `appid`, `appidExclude`). */
  readonly appid: string | undefined;
  /** In milliseconds; null where the page says nothing. */
  readonly timeout: number | null;
}

export interface ParsedRequest extends RequestOptions, CommonOptions {}

export interface ParsedCreation extends CreationOptions, CommonOptions {
  /** Ids of passkeys that the account has: where one of them is, no other is made. */
  readonly excluded: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const recordOr = (value: unknown): Json => (isRecord(value) ? value : {});
const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const textsOr = (value: unknown): readonly string[] | null =>
  value === undefined ? [] : Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
const timeoutOf = ({ timeout }: Json): number | null => (typeof timeout === "number" ? timeout : null);
/** As in the standard, a word that it does not know counts for nothing. */
const verificationOf = ({ userVerification }: Json) => VERIFICATIONS.find((known) => known === userVerification) ?? "preferred";

/** Inputs for single passkeys are for those that are listed. @param listed - null: there is none, for a new one */
function isWronglyNamed({ prf }: Json, listed: readonly string[] | null): boolean {
  const { evalByCredential } = recordOr(prf);
  if (evalByCredential === undefined) return false;
  return listed === null || !Object.keys(recordOr(evalByCredential)).every((id) => listed.includes(id));
}

/** What a site asks for only where a passkey is made: in a sign-in the browser refuses it. */
const isForNew = (asked: Json): boolean => "credProps" in asked || "appidExclude" in asked || asked.largeBlob === "make";

/** Protection by an authenticator that the site insists on, or that is none. */
const isProtected = ({ credentialProtectionPolicy: policy, enforceCredentialProtectionPolicy: must }: Json): boolean =>
  policy !== undefined && (must === true || !PROTECTIONS.includes(policy));
const PROTECTIONS: readonly unknown[] = [
  "userVerificationOptional",
  "userVerificationOptionalWithCredentialIDList",
  "userVerificationRequired",
];

/** @returns null for what is left to the browser: what only it can do, and what it has to refuse. */
export function parseRequest(text: string): ParsedRequest | null {
  const asked = parsed(text);
  const challenge = textOr(asked?.challenge);
  const listed = textsOr(asked?.allowCredentials);
  if (asked === null || challenge === undefined || listed === null) return null;
  const extensions = recordOr(asked.extensions);
  if (listed.length > MOST_LISTED || isWronglyNamed(extensions, listed) || isForNew(extensions)) return null;
  return {
    challenge,
    rpId: textOr(asked.rpId),
    allowCredentials: listed.map((id) => ({ id })),
    userVerification: verificationOf(asked),
    timeout: timeoutOf(asked),
    appid: textOr(extensions.appid),
    extensions: { prf: readPrf(extensions.prf) },
  };
}

/** @returns null for what is left to the browser, as above. */
export function parseCreation(text: string): ParsedCreation | null {
  const asked = parsed(text);
  const [challenge, excluded, hints] = [textOr(asked?.challenge), textsOr(asked?.excludeCredentials), textsOr(asked?.hints)];
  if (asked === null || challenge === undefined || excluded === null || hints === null) return null;
  const [rp, user, extensions, pubKeyCredParams] = [
    recordOr(asked.rp),
    recordOr(asked.user),
    recordOr(asked.extensions),
    readParams(asked),
  ];
  const id = textOr(user.id) ?? "";
  const isForElsewhere = asked.attachment === "cross-platform" || asked.attestation === "enterprise" || ELSEWHERE.includes(hints[0]);
  if (isForElsewhere || "largeBlob" in extensions || id === "" || id.length > USER_ID_MAX_LENGTH) return null;
  if (algorithmFor(pubKeyCredParams) === null || excluded.length > MOST_LISTED) return null;
  if (isWronglyNamed(extensions, null) || "appid" in extensions || isProtected(extensions)) return null;
  return {
    challenge,
    rp: { id: textOr(rp.id), name: textOr(rp.name) ?? "" },
    user: { id, name: textOr(user.name) ?? "", displayName: textOr(user.displayName) ?? "" },
    pubKeyCredParams,
    excluded,
    authenticatorSelection: { userVerification: verificationOf(asked) },
    timeout: timeoutOf(asked),
    appid: textOr(extensions.appidExclude),
    extensions: { credProps: extensions.credProps === true, prf: readPrf(extensions.prf) },
  };
}

/** What is none is a kind that no one makes. */
const readParams = ({ pubKeyCredParams }: Json): CreationOptions["pubKeyCredParams"] =>
  (Array.isArray(pubKeyCredParams) ? pubKeyCredParams : [{}]).map((one) => ({
    type: textOr(recordOr(one).type) ?? "",
    alg: Number(recordOr(one).alg),
  }));

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !OF_BROWSER_ALONE.some((name) => name in recordOr(value.extensions)) ? value : null;
  } catch {
    return null;
  }
}

type Prf = NonNullable<RequestOptions["extensions"]>["prf"];
type Inputs = NonNullable<NonNullable<Prf>["eval"]>;

function readPrf(asked: unknown): Prf {
  if (!isRecord(asked)) return undefined;
  const named = isRecord(asked.evalByCredential) ? Object.entries(asked.evalByCredential) : null;
  const evalByCredential = named && Object.fromEntries(named.flatMap(([id, inputs]) => readInputs(inputs).map((read) => [id, read])));
  return { eval: readInputs(asked.eval)[0], ...(evalByCredential && { evalByCredential }) };
}

function readInputs(asked: unknown): Inputs[] {
  const { first, second } = recordOr(asked);
  return typeof first === "string" ? [{ first, second: textOr(second) }] : [];
}
