/**
 * How the text of a grant begins: version │ suite, from version 2 on how far the sender's client knows the log of the team (log-point.ts), and from
 * version 3 on when the grant ends, u64 (ms; 0 for never). All of it is part of the signed terms.
 */
import { concat, fromBase64Url, u8, u64 } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { type LogPoint, logBytes, pointOf } from "./log-point.ts";

/** What the text of a grant says apart from its key. */
export interface SaidInGrant {
  readonly log: LogPoint | null;
  /** Milliseconds since 1970; null for never. Undefined in grants of before, and in copies of a team's key, which do not end. */
  readonly expiresAt?: number | null;
}

const VERSION = { bare: 1, withLog: 2, withEnd: 3 } as const;
const LOG_AT = 2;
const END_AT = LOG_AT + 8 + 32;
const LENGTHS: Readonly<Record<number, number>> = { [VERSION.bare]: LOG_AT, [VERSION.withLog]: END_AT, [VERSION.withEnd]: END_AT + 8 };

/** The last parts of the terms. */
export const saidParts = ({ log, expiresAt }: SaidInGrant): readonly Uint8Array[] => [
  ...logBytes(log),
  ...(expiresAt === undefined ? [] : [u64(expiresAt ?? 0)]),
];

export function beginOf(said: SaidInGrant, suite: number): Uint8Array {
  if (said.expiresAt !== undefined) return concat(u8(VERSION.withEnd), u8(suite), ...saidParts(said));
  return said.log === null ? concat(u8(VERSION.bare), u8(suite)) : concat(u8(VERSION.withLog), u8(suite), ...saidParts(said));
}

/** @returns what the bytes of a grant say, and what follows. @throws DecryptError for what `beginOf` does not write */
export function readBegin(bytes: Uint8Array, suite: number): { readonly said: SaidInGrant; readonly rest: Uint8Array } {
  const [version, given] = bytes;
  const length = LENGTHS[version ?? 0];
  if (length === undefined || given !== suite || bytes.length < length) throw new DecryptError();
  const rest = bytes.subarray(length);
  if (version === VERSION.bare) return { said: { log: null }, rest };
  const log = pointOf(bytes.subarray(LOG_AT, END_AT));
  if (!log && bytes.subarray(LOG_AT, END_AT).some((byte) => byte !== 0)) throw new DecryptError(); // another spelling of none
  if (version === VERSION.withEnd) return { said: { log, expiresAt: endIn(bytes) }, rest };
  if (!log) throw new DecryptError(); // the first version says nothing of a log
  return { said: { log }, rest };
}

function endIn(bytes: Uint8Array): number | null {
  const end = Number(new DataView(bytes.buffer, bytes.byteOffset + END_AT, 8).getBigUint64(0));
  if (!Number.isSafeInteger(end)) throw new DecryptError();
  return end === 0 ? null : end;
}

/** `3.` or `4.`, and then at least these characters. */
const PREFIX_LENGTH = 2;
const BEGIN_CHARS = 68;
const SUITE = 1;

/**
 * When a grant to a person or a team ends, by its own text: milliseconds since 1970, null for never, undefined where it does not say. Unverified: it is
 * part of the signed terms, so it counts only where the grant itself has been verified.
 */
export function endOfGrant(text: string): SaidInGrant["expiresAt"] {
  try {
    return readBegin(fromBase64Url(text.slice(PREFIX_LENGTH, PREFIX_LENGTH + BEGIN_CHARS)), SUITE).said.expiresAt;
  } catch {
    return undefined;
  }
}
