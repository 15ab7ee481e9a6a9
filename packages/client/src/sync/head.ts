/**
 * Heads: the sealed and signed table of contents of a scope at one seq (security design §4).
 *
 * Layout of the wrapped bytes:
 *   version u8 (2) │ generation u32 │ seq u64 │ SHA-256 of the previous head's text 32 (zeros before the first) │ root 32 (head-entries.ts) │ count u32 │ epoch u32 │
 *   credEpoch u32 │ recoveryEpoch u32 │ flags u8 │ deviceId 16 │ time u64 (ms) │ logSize u64 │ logRoot 32
 * The last two, in scopes that are shared with the writer's team: how far this device has checked the team's log (crypto/log-point.ts); zeros elsewhere.
 * Version 3 has one part more: SHA-256 of a text 32. In the personal scope of the trust store (sharing/trust-store.ts), written once there is one; in
 * a shared scope of what its owner alone has signed (own-statement.ts).
 */
import { headMessage } from "@coffer/contract/head-message";
import type { HeadText } from "@coffer/contract/vault";
import {
  concat,
  context,
  DecryptError,
  fromBase64Url,
  fromHex,
  type LogPoint,
  logBytes,
  pointOf,
  sha256,
  toBase64Url,
  toHex,
  u8,
  u32,
  u64,
  unwrap,
  utf8,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { loadPart } from "../lazy-load.ts";
import { type Digests, rootOf } from "./head-entries.ts";

/** Flags of a head, one bit each. `twoFactorExpected`: the server has to ask for a second factor (security design §7). */
export const HEAD_FLAGS = { twoFactorExpected: 1 } as const;

const VERSION = 2;
const WITH_TRUST = 3;
const LOG_AT = 1 + 4 + 8 + 32 + 32 + 4 + 4 + 4 + 4 + 1 + 16 + 8;
const HEAD_BYTES = LOG_AT + 8 + 32;
/** No other version has this length (head-v1.ts). */
const FIRST_VERSION_BYTES = 105;

/** How often the account's credentials and its recovery copy were replaced, from 1; the server cannot bring older ones back. */
export interface Epochs {
  readonly cred: number;
  readonly recovery: number;
}

export interface Head {
  readonly version: 1 | 2;
  /** How often the history was restarted, from 1; 0 in the first version. */
  readonly generation: number;
  readonly seq: number;
  /** Hex of the hash of the previous head. */
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly epoch: number;
  /** Null in the first version, which did not record them. */
  readonly epochs: Epochs | null;
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  /** Milliseconds since 1970, by the clock of the device that wrote it. */
  readonly time: number;
  /** Hex of the hash of its trust store, in a shared scope of the owner's statement; null if there is none. */
  readonly trust: string | null;
  /** How far its writer knew the log of the team; null if it says nothing of one. */
  readonly log: LogPoint | null;
  /** In shared scopes: the account that signed it. */
  readonly signedBy?: string;
}

/** SHA-256 of a head's text; 32 zeros mean "no previous head". */
export async function hashHead(text: string | null): Promise<Uint8Array> {
  return text === null ? new Uint8Array(32) : sha256(utf8(text));
}

const headContext = (scopeId: string, seq: number): Uint8Array => context("head", uuidToBytes(scopeId), u64(seq));

export interface NewHead {
  readonly keys: ScopeKeys;
  readonly generation: number;
  readonly seq: number;
  /** Text of the previous head; null for the first. */
  readonly previous: string | null;
  readonly digests: Digests;
  /** Records it lists, including those in the trash. */
  readonly count: number;
  readonly epochs: Epochs;
  /** Of HEAD_FLAGS. */
  readonly flags: number;
  /** 16 bytes. */
  readonly deviceId: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** See Head. */
  readonly trust: string | null;
}

/** A head as a write carries it. */
export interface SealedHead {
  readonly head: string;
  readonly signature: string;
  /** The owner's next statement on a shared scope, if the head names another than the head before. */
  readonly own?: string;
  /** See `write` of the contract. */
  readonly keyWaits?: true;
}

/** @returns text as `wrap` gives it (see Layout above), signed by the scope's writer. */
export async function sealHead(input: NewHead): Promise<SealedHead> {
  const { keys, generation, seq, previous, digests, count, epochs, flags, deviceId, now, trust } = input;
  const previousHash = await hashHead(previous);
  const place = [u8(trust === null ? VERSION : WITH_TRUST), u32(generation), u64(seq), previousHash];
  const contents = [fromHex(await rootOf(digests)), u32(count), u32(keys.epoch), u32(epochs.cred), u32(epochs.recovery), u8(flags)];
  const log = logBytes(keys.signer.log?.() ?? null);
  const bytes = concat(...place, ...contents, deviceId, u64(now), ...log, trust === null ? new Uint8Array(0) : fromHex(trust));
  const head = await wrap({ key: keys.headKey, bytes, purpose: "head", epoch: keys.epoch, context: headContext(keys.scopeId, seq) });
  const message = headMessage({ scopeId: keys.scopeId, generation, seq, previousHash, hash: await hashHead(head) });
  return { head, signature: toBase64Url(await keys.signer.sign(message)) };
}

/** @throws DecryptError when the text is not the head of this scope at this seq and generation, or its writer did not sign it. */
export async function openHead(keys: ScopeKeys, text: HeadText): Promise<Head> {
  const { seq, generation } = text;
  const bytes = await unwrapHead(keys, text);
  const head = bytes.length === FIRST_VERSION_BYTES ? await parseFirst(bytes) : parse(bytes);
  if (head.seq !== seq || head.epoch !== keys.epoch || head.generation !== generation) throw new DecryptError();
  const signedBy = head.version === VERSION ? await verifySignature(keys, text, head) : null;
  if (head.version !== VERSION && text.signature !== null) throw new DecryptError();
  if (signedBy !== null && head.log) keys.signer.learnHead?.({ text, previous: head.previous, log: head.log, signedBy });
  return signedBy === null ? head : { ...head, signedBy };
}

/** What is needed to read a head. */
export type HeadReader = Pick<ScopeKeys, "headKey" | "scopeId" | "epoch">;

const unwrapHead = ({ headKey: key, scopeId, epoch }: HeadReader, { head: wrapped, seq }: HeadText): Promise<Uint8Array> =>
  unwrap({ key, wrapped, purpose: "head", epoch, context: headContext(scopeId, seq) });

/** Of a head whose hash is known to be true: its signature is not looked at. @throws DecryptError when it is under another key */
export async function readKnownHead(reader: HeadReader, text: HeadText): Promise<Pick<Head, "previous" | "time">> {
  const bytes = await unwrapHead(reader, text);
  return bytes.length === FIRST_VERSION_BYTES ? parseFirst(bytes) : parse(bytes);
}

async function parseFirst(bytes: Uint8Array): Promise<Head> {
  const { openFirstVersion } = await loadPart(() => import("./head-v1.ts"));
  return { version: 1, generation: 0, epochs: null, trust: null, log: null, ...openFirstVersion(bytes) };
}

function parse(bytes: Uint8Array): Head {
  const hasTrust = bytes[0] === WITH_TRUST;
  if (bytes.length !== HEAD_BYTES + (hasTrust ? 32 : 0) || (bytes[0] !== VERSION && !hasTrust)) throw new DecryptError();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    version: VERSION,
    generation: view.getUint32(1),
    seq: Number(view.getBigUint64(5)),
    previous: toHex(bytes.subarray(13, 45)),
    root: toHex(bytes.subarray(45, 77)),
    count: view.getUint32(77),
    epoch: view.getUint32(81),
    epochs: { cred: view.getUint32(85), recovery: view.getUint32(89) },
    flags: view.getUint8(93),
    time: Number(view.getBigUint64(110)),
    log: pointOf(bytes.subarray(LOG_AT, HEAD_BYTES)),
    trust: hasTrust ? toHex(bytes.subarray(HEAD_BYTES)) : null,
  };
}

/** @returns in shared scopes the account that signed. @throws DecryptError */
async function verifySignature({ scopeId, signer }: ScopeKeys, text: HeadText, { previous }: Head): Promise<string | null> {
  const { generation, seq, signature } = text;
  const message = headMessage({ scopeId, generation, seq, previousHash: fromHex(previous), hash: await hashHead(text.head) });
  if (signature === null) throw new DecryptError();
  const bytes = fromBase64Url(signature);
  const signedBy = signer.signerOf ? await signer.signerOf(message, bytes) : null;
  if (signedBy === null && (signer.signerOf || !(await signer.verify(message, bytes)))) throw new DecryptError();
  return signedBy;
}

/** @throws IntegrityError when these are not exactly the records that the head lists. */
export function verifyRoot(head: Pick<Head, "root" | "count">, root: string, count: number): void {
  if (root === head.root && count === head.count) return;
  if (count === head.count) throw new IntegrityError("stale");
  throw new IntegrityError(count < head.count ? "omitted" : "unlisted");
}
