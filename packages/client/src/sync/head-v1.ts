/**
 * Heads of the first version: read once, verified, and replaced by the first signed one (security design §4). They listed
 * live records only, without their place.
 *
 *   seq u64 │ SHA-256 of the previous head's text 32 │ root 32 │ count u32 │ epoch u32 │ flags u8 │ deviceId 16 │ time u64 (ms)
 *   root = SHA-256 over the records sorted by id, each: id 16 │ kind u8 │ revision u64 │ saveId 16
 */
import type { AnyKind } from "@coffer/core/items/kinds";
import { recordCode } from "@coffer/core/items/record-code";
import { concat, fromHex, sha256, toHex, u8, u64, uuidToBytes } from "@coffer/crypto";

/** Contents of such a head. */
export interface FirstHead {
  readonly seq: number;
  /** Hex. */
  readonly previous: string;
  readonly root: string;
  readonly count: number;
  readonly epoch: number;
  readonly flags: number;
  readonly time: number;
}

export function openFirstVersion(bytes: Uint8Array): FirstHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    seq: Number(view.getBigUint64(0)),
    previous: toHex(bytes.subarray(8, 40)),
    root: toHex(bytes.subarray(40, 72)),
    count: view.getUint32(72),
    epoch: view.getUint32(76),
    flags: view.getUint8(80),
    time: Number(view.getBigUint64(97)),
  };
}

interface FirstEntry {
  readonly id: string;
  readonly kind: AnyKind;
  readonly revision: number;
  readonly saveId: string;
}

/** @param live - records outside the trash. @returns hex. */
export async function firstRootOf(live: Iterable<FirstEntry>): Promise<string> {
  const sorted = [...live].sort((a, b) => (a.id < b.id ? -1 : 1));
  const entries = sorted.map(({ id, kind, revision, saveId }) =>
    concat(uuidToBytes(id), u8(recordCode(kind)), u64(revision), fromHex(saveId)),
  );
  return toHex(await sha256(concat(...entries)));
}
