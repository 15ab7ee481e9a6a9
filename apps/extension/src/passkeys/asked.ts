/** Reads what a page asks for. It comes from a page: anything may be in it. */
import type { RequestOptions } from "@coffer/client/assert-passkey";

/** Extensions of WebAuthn that only the browser can serve: paying, and speaking for another machine's page. */
const OF_BROWSER_ALONE = ["payment", "remoteDesktopClientOverride"];
const VERIFICATIONS = ["required", "preferred", "discouraged"] as const;

export interface AskedRequest extends RequestOptions {
  /** In milliseconds; null where the page says nothing. */
  readonly timeout: number | null;
  /** Whether an answer says that an older kind of key was not used (extension `appid`). */
  readonly appid: boolean;
}

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** @returns null for what is left to the browser: what only it can do, and what it has to refuse. */
export function readRequest(text: string): AskedRequest | null {
  const asked = parsed(text);
  const challenge = textOr(asked?.challenge);
  if (asked === null || challenge === undefined) return null;
  const extensions = isRecord(asked.extensions) ? asked.extensions : {};
  const listed = Array.isArray(asked.allowCredentials) ? asked.allowCredentials : [];
  if (OF_BROWSER_ALONE.some((name) => name in extensions) || !listed.every((id) => typeof id === "string")) return null;
  return {
    challenge,
    rpId: textOr(asked.rpId),
    allowCredentials: listed.map((id) => ({ id })),
    // As in the standard, a word that it does not know counts for nothing.
    userVerification: VERIFICATIONS.find((known) => known === asked.userVerification) ?? "preferred",
    timeout: typeof asked.timeout === "number" ? asked.timeout : null,
    appid: "appid" in extensions,
    extensions: { prf: readPrf(extensions.prf) },
  };
}

function parsed(text: unknown): Json | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return isRecord(value) ? value : null;
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
  const first = isRecord(asked) ? textOr(asked.first) : undefined;
  return first === undefined || !isRecord(asked) ? [] : [{ first, second: textOr(asked.second) }];
}
