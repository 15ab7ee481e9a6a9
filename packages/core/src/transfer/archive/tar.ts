/** Reads tar archives as GNU and BSD `tar` write them. */
import { damagedArchive, type UnpackBudget } from "./limits.ts";
import type { ArchiveFile } from "./zip.ts";

const BLOCK = 512;
const MAGIC_AT = 257;
const [FILE, OLD_FILE, LONG_NAME, EXTENDED] = ["0", "\0", "L", "x"];

const textAt = (bytes: Uint8Array, at: number, length: number): string => {
  const piece = bytes.subarray(at, at + length);
  const end = piece.indexOf(0);
  return new TextDecoder().decode(end < 0 ? piece : piece.subarray(0, end));
};

export const isTar = (bytes: Uint8Array): boolean => textAt(bytes, MAGIC_AT, 5) === "ustar";

/** Only plain files, without links and devices. @throws ArchiveError when it is damaged or too large. */
export function untar(bytes: Uint8Array, budget: UnpackBudget): ArchiveFile[] {
  const files: ArchiveFile[] = [];
  let longName = "";
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(textAt(bytes, at + 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0 || at + BLOCK + size > bytes.length) throw damagedArchive();
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const type = String.fromCharCode(bytes[at + 156] ?? 0);
    budget.spend(BLOCK);
    if (type === LONG_NAME) longName = textAt(content, 0, size);
    else if (type === EXTENDED) longName = /(?:^|\n)\d+ path=(.*)\n/.exec(new TextDecoder().decode(content))?.[1] ?? "";
    else {
      const prefix = textAt(bytes, at + 345, 155);
      const name = longName || [prefix, textAt(bytes, at, 100)].filter(Boolean).join("/");
      if (type === FILE || type === OLD_FILE) files.push({ name, bytes: content });
      longName = "";
    }
    budget.count(files.length);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
