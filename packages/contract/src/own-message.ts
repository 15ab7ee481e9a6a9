/**
 * What is the owner's alone in a shared scope, as the owner signs it (security design §6): client and server must agree on these bytes.
 *
 * Layout of a statement: version 01 │ ownSeq u64 │ saveId of the vault's own record 16 (zeros for an item shared on its own), or version 02 and 48 │
 *   count u32, grants: id 16, level u8 (0 ended, 1 read, 2 write, 3 since, 4 writer), time u56: its end in ms (0 for never), of an ended one that no earlier signature
 *     counts, or in a second entry `since` of a grant when the one that the owner means was signed, by the clock of that device; of a writer a mark in place of an id, and 0 │
 *   count u32, items whose id is not bound to a maker and that another person made: id 16, maker 16 │ signature 64.
 * `ownRoot` is SHA-256 of everything before the signature.
 * Both lists are as the owner's device knew them when it signed; statements of before have empty ones, or no entries `since` or `writer`. A grant or an item that is
 * not listed is not refused for that: it can be newer.
 */
import { bytesOfHex, bytesOfId, contextOf, joined, number, utf8 } from "./grant-message.ts";

const PREFIX = "cf1/sig/own\0";
const LABEL = "own";
/** By version: how long the id of a save is. */
const SAVE_BYTES: readonly (number | undefined)[] = [undefined, 16, 48];
const SAVE_AT = 1 + 8;
const SIGNATURE = 64;
/** Enough for any vault of people; a statement is part of a write's body. */
const MAX_ENTRIES = 2_000;

/** A grant as its owner states it. */
export type OwnGrant =
  | {
      readonly level: "read" | "write";
      /** Milliseconds since 1970; null for never. */
      readonly until: number | null;
      /** Signatures from before that time are of a grant that was replaced. Absent in statements of before. */
      readonly since?: number;
    }
  /** Signatures from before that time no longer count. */
  | { readonly level: "ended"; readonly before: number };

export interface OwnStatement {
  /** Grows with every statement of the scope, over all its keys and generations. */
  readonly ownSeq: number;
  /** Hex: the save of the vault's own record. Null where there is none. */
  readonly vaultSave: string | null;
  /** By grant. */
  readonly grants: ReadonlyMap<string, OwnGrant>;
  /** By item: the account of its maker. */
  readonly makers: ReadonlyMap<string, string>;
  /** Marks, in the form of ids, of people whom a team's grant lets write: for those who cannot see the team's log (client/sharing/statement-writers.ts). */
  readonly writers: ReadonlySet<string>;
}

export interface ParsedStatement extends OwnStatement {
  /** What `ownRoot` is the hash of. */
  readonly body: Uint8Array;
  readonly signature: Uint8Array;
}

const NO_VAULT = "0".repeat(32);
/** By number; never reused. */
const LEVELS = ["ended", "read", "write"] as const;
/** The levels of entries that say when a grant was signed, and who may write by a team's: versions of before pass over every level that they do not know. */
const [SINCE, WRITER] = [3, 4];

/** @returns what `ownRoot` is the hash of; entries beyond what a statement can hold are left out */
export function ownBody({ ownSeq, vaultSave, grants, makers, writers }: OwnStatement): Uint8Array<ArrayBuffer> {
  const listed = sorted(grants);
  const marked = [...writers].toSorted().map((id) => ({ id, level: WRITER, time: 0 }));
  const given = [...listed.map(rowOf), ...listed.flatMap(sinceOf), ...marked].slice(0, MAX_ENTRIES);
  const made = sorted(makers).slice(0, MAX_ENTRIES);
  const save = bytesOfHex(vaultSave ?? NO_VAULT);
  return joined(
    number(SAVE_BYTES.indexOf(save.length), 1),
    number(ownSeq, 8),
    save,
    number(given.length, 4),
    ...given.flatMap(({ id, level, time }) => [bytesOfId(id), number(level, 1), number(time, 8).subarray(1)]),
    number(made.length, 4),
    ...made.flatMap(([id, maker]) => [bytesOfId(id), bytesOfId(maker)]),
  );
}

const sorted = <T>(entries: ReadonlyMap<string, T>): [string, T][] => [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));

interface GrantRow {
  readonly id: string;
  readonly level: number;
  readonly time: number;
}

const timeOf = (grant: OwnGrant): number => (grant.level === "ended" ? grant.before : (grant.until ?? 0));
const rowOf = ([id, grant]: readonly [string, OwnGrant]): GrantRow => ({ id, level: LEVELS.indexOf(grant.level), time: timeOf(grant) });
const sinceOf = ([id, grant]: readonly [string, OwnGrant]): GrantRow[] =>
  grant.level === "ended" || grant.since === undefined ? [] : [{ id, level: SINCE, time: grant.since }];

/** @returns without those whose level is of a later version */
function grantsOf(rows: readonly GrantRow[]): Map<string, OwnGrant> {
  const since = new Map(rows.flatMap(({ id, level, time }) => (level === SINCE ? [[id, time] as const] : [])));
  return new Map(rows.flatMap((row) => [grantOf(row, since.get(row.id))].flatMap((one) => (one ? [[row.id, one] as const] : []))));
}

function grantOf({ level: at, time }: GrantRow, since: number | undefined): OwnGrant | null {
  const level = LEVELS[at];
  if (level === undefined) return null;
  if (level === "ended") return { level, before: time };
  return { level, until: time === 0 ? null : time, ...(since !== undefined && { since }) };
}

/** @param statement - with its signature @returns null for anything that `ownBody` does not write */
export function parseOwn(statement: Uint8Array): ParsedStatement | null {
  const body = statement.subarray(0, Math.max(statement.length - SIGNATURE, 0));
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const fixed = SAVE_AT + (SAVE_BYTES[body[0] ?? 0] ?? Number.NaN);
  const grants = readList(body, fixed, 8);
  const makers = grants && readList(body, grants.end, 16);
  if (!makers || makers.end !== body.length) return null;
  const ownSeq = Number(view.getBigUint64(1));
  const save = hexOf(body.subarray(SAVE_AT, fixed));
  if (!Number.isSafeInteger(ownSeq)) return null;
  const rows = grants.rows.map(([id, bytes]) => ({
    id: idOf(id),
    level: bytes[0] ?? 0,
    time: Number.parseInt(hexOf(bytes.subarray(1)), 16),
  }));
  return {
    ownSeq,
    vaultSave: save === NO_VAULT ? null : save,
    grants: grantsOf(rows),
    writers: new Set(rows.flatMap(({ id, level }) => (level === WRITER ? [id] : []))),
    makers: new Map(makers.rows.map(([id, bytes]) => [idOf(id), idOf(bytes)])),
    body,
    signature: statement.subarray(body.length),
  };
}

type Rows = readonly (readonly [id: Uint8Array, value: Uint8Array])[];

function readList(body: Uint8Array, start: number, width: number): { readonly rows: Rows; readonly end: number } | null {
  if (!(start + 4 <= body.length)) return null;
  const count = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(start);
  const end = start + 4 + count * (16 + width);
  if (count > MAX_ENTRIES || end > body.length) return null;
  const at = (index: number): number => start + 4 + index * (16 + width);
  const rows = Array.from({ length: count }, (_, index) => {
    const from = at(index);
    return [body.subarray(from, from + 16), body.subarray(from + 16, from + 16 + width)] as const;
  });
  return { rows, end };
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const idOf = (bytes: Uint8Array): string => hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

interface SignedOwn {
  readonly scopeId: string;
  readonly generation: number;
  readonly epoch: number;
  /** 32 bytes. */
  readonly ownRoot: Uint8Array;
  readonly ownSeq: number;
}

/** @returns the message that Ed25519 signs */
export function ownMessage({ scopeId, generation, epoch, ownRoot, ownSeq }: SignedOwn): Uint8Array<ArrayBuffer> {
  const parts = [bytesOfId(scopeId), number(generation, 4), number(epoch, 4), ownRoot, number(ownSeq, 8)];
  return joined(utf8(PREFIX), contextOf(LABEL, parts));
}
