/**
 * The passkeys of a login: two lists stored as JSON, each in a field of its own, joined by their ids. Lists of items know the first one, what a person sees;
 * the second one has the private keys and is opened only to sign (passkeys design §1.1). Bytes are unpadded base64url.
 */
import { isMoment } from "../text.ts";
import { readRecords, writeList } from "./structured-fields.ts";

/** A site may name itself and the account as it likes; a list has no room for more. In characters. */
const NAME_MAX_LENGTH = 100;

/**
 * `unconfirmed`: saved, but the site did not hear of it in time and may know it or not. `hidden`: the site says that it knows it no longer.
 * `removed`: by a person; it can be returned until it goes with what else is old.
 */
const PASSKEY_STATES = ["kept", "unconfirmed", "hidden", "removed"] as const;
type PasskeyState = (typeof PASSKEY_STATES)[number];

export interface Passkey {
  /** The site knows it by this. */
  readonly id: string;
  readonly rpId: string;
  readonly rpName: string;
  /** The site's own id of the account, at most 64 bytes. */
  readonly user: string;
  readonly name: string;
  readonly displayName: string;
  /** COSE number of the algorithm. */
  readonly alg: number;
  /** When it was made; milliseconds since 1970. */
  readonly at: number;
  /** Whether sites may ask it for a PRF: not of one from a program that has none. */
  readonly prf: boolean;
  readonly state: PasskeyState;
  /** Since when it has this state; milliseconds since 1970. */
  readonly since: number;
}

export interface PasskeyKey {
  readonly id: string;
  /** PKCS #8. */
  readonly key: string;
  /** 32 bytes each, for a verified user and without; empty where `prf` is false. */
  readonly prfUv: string;
  readonly prfNoUv: string;
}

/** Invalid entries are skipped, and of two with one id the first counts. */
export const readPasskeys = (text: string): Passkey[] => unique(readRecords(text).flatMap(passkeyOf));

function passkeyOf(record: Record<string, unknown>): Passkey | [] {
  const { id, rpId, user, alg, at, state, since, prf } = record;
  const known = PASSKEY_STATES.find((name) => name === state);
  if (!known || !isText(id) || !isText(rpId) || typeof user !== "string" || typeof alg !== "number" || !isMoment(at)) return [];
  const named = { rpName: nameOf(record.rpName), name: nameOf(record.name), displayName: nameOf(record.displayName) };
  return { id, rpId, ...named, user, alg, at, prf: prf === true, state: known, since: isMoment(since) ? since : at };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const nameOf = (value: unknown): string => (typeof value === "string" ? Array.from(value).slice(0, NAME_MAX_LENGTH).join("") : "");

/** @returns "" for none. */
export const writePasskeys = (passkeys: readonly Passkey[]): string => writeList(passkeys.flatMap((passkey) => passkeyOf({ ...passkey })));

/** Invalid entries are skipped, and of two with one id the first counts. */
export const readPasskeyKeys = (text: string): PasskeyKey[] =>
  unique(
    readRecords(text).flatMap(({ id, key, prfUv = "", prfNoUv = "" }) =>
      isText(id) && isText(key) && typeof prfUv === "string" && typeof prfNoUv === "string" ? { id, key, prfUv, prfNoUv } : [],
    ),
  );

/** @returns "" for none. */
export const writePasskeyKeys = (keys: readonly PasskeyKey[]): string =>
  writeList(keys.map(({ id, key, prfUv, prfNoUv }) => ({ id, key, prfUv, prfNoUv })));

function unique<Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] {
  const known = new Set<string>();
  return entries.filter(({ id }) => !known.has(id) && known.add(id));
}
