/**
 * The passkeys of a login: two lists stored as JSON, each in a field of its own, joined by their ids. Lists of items know the first one, what a person sees;
 * the second one has the private keys and is opened only to sign (passkeys design §1.1). Bytes are unpadded base64url.
 */
import { DELETED_KEPT_MS } from "../constants.ts";
import { isMoment } from "../text.ts";
import type { FieldValues } from "./item.ts";
import { readRecords, writeList } from "./structured-fields.ts";

/** A key of RS256 takes 1.7 KB, and a field holds 64 KB. Counted where one is added; reading and merging drop none. */
export const PASSKEYS_MAX = 20;
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
  /** Of a hidden one what the site said of it (the extension's `signals.ts`). Absent where an older client has saved it since. */
  readonly why?: string;
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
  const stated = { state: known, since: isMoment(since) ? since : at, ...(isText(record.why) && { why: record.why }) };
  return { id, rpId, ...named, user, alg, at, prf: prf === true, ...stated };
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

/** The two fields of a login that go together. */
interface PasskeyFields {
  readonly x_passkeys: string;
  readonly x_passkey_keys: string;
}

/** @returns null when the login has no room for another one. One with an id that it has already changes nothing. */
export function withPasskey(fields: FieldValues, passkey: Passkey, key: PasskeyKey): PasskeyFields | null {
  const { x_passkeys = "", x_passkey_keys = "" } = fields;
  const [passkeys, keys] = [readPasskeys(x_passkeys), readPasskeyKeys(x_passkey_keys)];
  if (passkeys.some(({ id }) => id === passkey.id)) return { x_passkeys, x_passkey_keys };
  if (passkeys.length >= PASSKEYS_MAX) return null;
  return { x_passkeys: writePasskeys([...passkeys, passkey]), x_passkey_keys: writePasskeyKeys([...keys, key]) };
}

/** Both fields with what only another login has. A merge leaves none behind, so it may be more than one login takes otherwise. */
export const withPasskeysOf = (fields: FieldValues, other: FieldValues): PasskeyFields => ({
  x_passkeys: writePasskeys(unique([...readPasskeys(fields.x_passkeys ?? ""), ...readPasskeys(other.x_passkeys ?? "")])),
  x_passkey_keys: writePasskeyKeys(
    unique([...readPasskeyKeys(fields.x_passkey_keys ?? ""), ...readPasskeyKeys(other.x_passkey_keys ?? "")]),
  ),
});

/** The list with another state of one of them. @param now milliseconds since 1970 */
export const withPasskeyState = (text: string, id: string, state: PasskeyState, now: number): string =>
  writePasskeys(readPasskeys(text).map((passkey) => (passkey.id === id ? { ...passkey, state, since: now } : passkey)));

/** Whether its time to be returned is over. */
export const isPasskeyOver = ({ state, since }: Pick<Passkey, "state" | "since">, now: number): boolean =>
  state === "removed" && since + DELETED_KEPT_MS <= now;

/** A list of none, where it says more than no list: a login that has had nothing but passkeys needs no password for an edit now either. */
const NONE_LEFT = "[]";

/** Both fields without passkeys that were removed long ago. @returns null when there are none */
export function withoutOldPasskeys(fields: FieldValues, now: number): PasskeyFields | null {
  const passkeys = readPasskeys(fields.x_passkeys ?? "");
  const over = new Set(passkeys.filter((passkey) => isPasskeyOver(passkey, now)).map(({ id }) => id));
  if (over.size === 0) return null;
  const keys = readPasskeyKeys(fields.x_passkey_keys ?? "");
  const left = writePasskeys(passkeys.filter(({ id }) => !over.has(id)));
  return {
    x_passkeys: left === "" && !fields.password?.trim() ? NONE_LEFT : left,
    x_passkey_keys: writePasskeyKeys(keys.filter(({ id }) => !over.has(id))),
  };
}
