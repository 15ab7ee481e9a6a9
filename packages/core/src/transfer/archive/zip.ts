/** Reads zip archives by the central directory at their end, as is usual. */

import { inflate } from "./inflate.ts";
import { ArchiveError, damagedArchive, type UnpackBudget } from "./limits.ts";

export interface ArchiveFile {
  /** With its folders: "Proton Pass/data.json". */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** Only files, without folders. @throws ArchiveError when it is damaged, encrypted or too large. */
export async function unzip(bytes: Uint8Array, budget: UnpackBudget): Promise<ArchiveFile[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: ArchiveFile[] = [];
  try {
    for (const entry of entriesOf(view, budget)) {
      if (entry.name.endsWith("/")) continue;
      files.push({ name: entry.name, bytes: await contentOf(bytes, view, entry, budget) });
    }
  } catch (error) {
    if (error instanceof RangeError) throw damagedArchive(); // an offset beyond the end
    throw error;
  }
  return files;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly packed: number;
  readonly offset: number;
}

function entriesOf(view: DataView, budget: UnpackBudget): Entry[] {
  let end = view.byteLength - END_BYTES;
  while (end >= 0 && end > view.byteLength - END_BYTES - COMMENT_MAX && view.getUint32(end, true) !== END) end--;
  if (end < 0 || view.getUint32(end, true) !== END) throw damagedArchive();
  const count = view.getUint16(end + 10, true);
  budget.count(count);
  const entries: Entry[] = [];
  for (let at = view.getUint32(end + 16, true), left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw damagedArchive();
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
    const letters = new Uint8Array(view.buffer, view.byteOffset + at + 46, name);
    entries.push({
      name: new TextDecoder().decode(letters),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function contentOf(
  bytes: Uint8Array,
  view: DataView,
  { name, method, flags, packed, offset }: Entry,
  budget: UnpackBudget,
): Promise<Uint8Array> {
  if (flags & ENCRYPTED)
    throw new ArchiveError(`"${name}" in this archive is encrypted by the archive; please unpack it and import what is in it.`);
  if (view.getUint32(offset, true) !== LOCAL) throw damagedArchive();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > bytes.length) throw damagedArchive();
  const content = bytes.subarray(start, start + packed);
  if (method === DEFLATED) return inflate(content, "deflate-raw", budget);
  if (method !== STORED)
    throw new ArchiveError(
      `"${name}" in this archive is packed in a way that is not known here; please unpack it and import what is in it.`,
    );
  budget.spend(content.length);
  return Promise.resolve(content);
}
