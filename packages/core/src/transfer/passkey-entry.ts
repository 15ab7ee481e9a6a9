/** A passkey as other programs write it down: checked, and put into the draft of its login. */
import type { Passkey, PasskeyKey } from "../items/passkeys.ts";
import { rpIdFor } from "../items/rp-id.ts";
import type { Draft } from "./draft.ts";

export interface ForeignPasskey {
  /** Null where it is not written as the program writes one. */
  readonly id: Uint8Array | null;
  readonly rpId: string;
  readonly rpName?: string;
  readonly user: Uint8Array | null;
  readonly name: string;
  readonly displayName?: string;
  /** PKCS #8. */
  readonly key: Uint8Array | null;
  /** Milliseconds since 1970; undefined where the program does not say. */
  readonly at: number | undefined;
  readonly counter?: string;
  /** The two secrets of its PRF, of 32 bytes each, where the program hands them over. */
  readonly prf?: { readonly uv: Uint8Array | null; readonly noUv: Uint8Array | null } | undefined;
}

/** A site gives an account an id of at most 64 bytes, and an authenticator a credential one of at most 1,023 (WebAuthn 3). */
const USER_MAX_BYTES = 64;
const ID_MAX_BYTES = 1_023;
export const PRF_BYTES = 32;

/** @returns false for what could not sign in anywhere, or has no room: the caller keeps it in another way */
export function addPasskey(draft: Draft, { id, user, key, rpId, ...foreign }: ForeignPasskey): boolean {
  const alg = key && algorithmOf(key);
  if (!alg || !id || id.length === 0 || id.length > ID_MAX_BYTES || !user || user.length > USER_MAX_BYTES) return false;
  if (rpIdFor(rpId === "localhost" ? "http://localhost" : `https://${rpId}`) !== rpId) return false;
  const { name, rpName = "", displayName = "", at = draft.createdAt ?? draft.updatedAt ?? 0, counter = "0", prf } = foreign;
  const [prfUv, prfNoUv] = [prf?.uv, prf?.noUv].map((secret) => (secret?.length === PRF_BYTES ? toBase64Url(secret) : ""));
  const hasPrf = Boolean(prfUv && prfNoUv);
  const passkey: Passkey = {
    ...{ id: toBase64Url(id), rpId, rpName, user: toBase64Url(user), name, displayName },
    ...{ alg, at, prf: hasPrf, state: "kept", since: at },
  };
  const secrets = hasPrf ? { prfUv: prfUv ?? "", prfNoUv: prfNoUv ?? "" } : { prfUv: "", prfNoUv: "" };
  const kept: PasskeyKey = { id: passkey.id, key: toBase64Url(key), ...secrets };
  if (!draft.passkey(passkey, kept)) return false;
  if (Number(counter) > 0) draft.messages.push(`The passkey for ${rpId} counted its uses, which ours do not: a site may refuse it.`);
  return true;
}

/** What follows the version in PKCS #8 (RFC 5958): the algorithm, as hex of its DER. */
const ALGORITHMS: readonly (readonly [der: string, alg: number])[] = [
  ["301306072a8648ce3d020106082a8648ce3d030107", -7],
  ["300506032b6570", -8],
  ["300d06092a864886f70d0101010500", -257],
];

/** The COSE number of a private key's algorithm; null for one that is cut off, or that no passkey of Coffer has. */
function algorithmOf(key: Uint8Array): number | null {
  const hex = Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const [, short, one, two, rest = ""] = /^30(?:([0-7][0-9a-f])|81(..)|82(....))020100(.*)$/.exec(hex) ?? [];
  const length = Number.parseInt(short ?? one ?? two ?? "", 16);
  if (length !== 3 + rest.length / 2) return null;
  return ALGORITHMS.find(([der]) => rest.startsWith(der))?.[1] ?? null;
}

/** Bytes of base64 or base64url; null for anything else. */
export function fromAnyBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.trim().replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  } catch {
    return null; // not what it should be: it is kept as it is
  }
}

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
