/** From the bytes of a file to the rows of its review. All of it may run in a worker: what goes in and what comes out are plain values. */
import { IMPORT_MAX_BYTES } from "../product.ts";
import type { ImportReading } from "./candidate.ts";
import { decodeAs, decodeCertain, type EncodingId } from "./encoding.ts";
import { IMPORT_UNREADABLE, recognise } from "./import.ts";
import { checkImportFile } from "./import-file.ts";
import { maxBytesOf, SOURCE_IDS, type SourceId } from "./sources.ts";

export interface FileQuestion {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Null for a file whose source nobody named. */
  readonly chosen: SourceId | null;
  /** What a person answered where the bytes do not say; null before. */
  readonly encoding: EncodingId | null;
}

export type FileAnswer =
  /** The bytes do not say which encoding they are in. */
  | { readonly type: "unsure" }
  | { readonly type: "unreadable"; readonly message: string }
  | {
      readonly type: "read";
      readonly sourceId: SourceId;
      /** Empty where it is more than the server keeps of a file: then nobody needs it any more. */
      readonly text: string;
      /** The same for the same file, whoever reads it: 64 hexadecimal digits. */
      readonly fileKey: string;
      readonly reading: ImportReading;
    };

export async function readContent({ name, content, chosen, encoding }: FileQuestion): Promise<FileAnswer> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const text = typeof content === "string" ? content : encoding ? decodeAs(content, encoding) : decodeCertain(content);
  if (text === null) return { type: "unsure" };
  const size = bytes.length;
  const fitting = SOURCE_IDS.filter((id) => size <= maxBytesOf(id));
  const found = recognise(text, fitting, chosen);
  const isEmpty = found?.reading.candidates.length === 0 && found.reading.vaults.length === 0 && found.reading.errors.length === 0;
  if (!found || isEmpty) return { type: "unreadable", message: (found ? EMPTY : checkImportFile({ name, size })) ?? IMPORT_UNREADABLE };
  return { type: "read", ...found, text: size > IMPORT_MAX_BYTES ? "" : text, fileKey: await fileKeyOf(bytes) };
}

const EMPTY = "There is nothing to import in this file.";

/** Of a piece of memory that is its own: the platform hashes no shared one. */
async function fileKeyOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
