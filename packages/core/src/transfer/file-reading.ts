/** Reads a file into the rows of its review. Can run in a worker: input and output are plain values. */
import { BACKUP_MAX_BYTES, IMPORT_MAX_BYTES } from "../constants.ts";
import type { ImportReading } from "./candidate.ts";
import { type EncodingId, isBinary } from "./encoding.ts";
import { type FileParts, type FileSecret, partsOf } from "./file-parts.ts";
import { keepass } from "./formats/keepass.ts";
import { storeEntries } from "./formats/password-store.ts";
import { IMPORT_UNREADABLE, recognise } from "./import.ts";
import { checkImportFile } from "./import-file.ts";
import { readEntries } from "./readers/formats.ts";
import { maxBytesOf, SOURCE_IDS, type SourceId } from "./sources.ts";
import { unsupportedFileMessage } from "./unsupported-files.ts";

export interface FileQuestion {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Null when the user did not choose a source. */
  readonly chosen: SourceId | null;
  /** The user's choice when the encoding is unclear; null before. */
  readonly encoding: EncodingId | null;
  /** Opens an encrypted file; absent before the user was asked. */
  readonly secret?: FileSecret | null;
}

export type FileAnswer =
  /** The encoding is unclear. */
  | { readonly type: "unsure" }
  | Extract<FileParts, { type: "locked" }>
  | { readonly type: "unreadable"; readonly message: string }
  | {
      readonly type: "read";
      readonly sourceId: SourceId;
      /** Empty if it is larger than the server stores, or not a text: then it is no longer needed. */
      readonly text: string;
      /** A hash of the file: 64 hexadecimal digits. */
      readonly fileKey: string;
      readonly reading: ImportReading;
    };

export async function readContent({ name, content, chosen, encoding, secret = null }: FileQuestion): Promise<FileAnswer> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const size = bytes.length;
  const parts = await partsOf({ name, bytes, encoding, secret });
  if (parts.type === "unreadable" || parts.type === "unsure") {
    const noText = parts.type === "unsure" && isBinary(bytes) ? IMPORT_UNREADABLE : null;
    const stranger = unsupportedFileMessage(name, bytes, parts) ?? noText;
    return stranger === null ? parts : { type: "unreadable", message: stranger };
  }
  if (parts.type === "locked") return parts;
  const found = parts.type === "keepass" ? readKeepass(parts) : readTexts(parts, { size, chosen });
  const isEmpty = found?.reading.candidates.length === 0 && found.reading.vaults.length === 0 && found.reading.errors.length === 0;
  if (!found) {
    const message = unsupportedFileMessage(name, bytes, parts) ?? checkImportFile({ name, size }, mostBytesOf(name)) ?? IMPORT_UNREADABLE;
    return { type: "unreadable", message };
  }
  if (isEmpty) return { type: "unreadable", message: EMPTY };
  const text =
    parts.type === "texts" && !parts.isArchive && size <= IMPORT_MAX_BYTES && secret === null ? (parts.parts[0]?.text ?? "") : "";
  return { type: "read", ...found, text, fileKey: await fileKeyOf(bytes) };
}

/** Only tables have the smaller limit, so that a damaged file of another type is not reported as too large. */
const mostBytesOf = (name: string): number => (/\.(json|xml|1pif)$/i.test(name) ? BACKUP_MAX_BYTES : IMPORT_MAX_BYTES);

/** Names that no entry of a password store has. */
const OF_ANOTHER_PROGRAM =
  /\.(csv|tsv|json|xml|1pif|data|html?|svg|css|[jt]sx?|md|rtf|log|ini|conf|ya?ml|toml|py|sh|docx?|xlsx?|pptx?|od[stp]|pdf|png|jpe?g|gif|webp|zip|gz|kdbx?)$/i;

const EMPTY = "There is nothing to import in this file.";

interface Found {
  readonly sourceId: SourceId;
  readonly reading: ImportReading;
}

const readKeepass = ({ root }: Extract<FileParts, { type: "keepass" }>): Found => ({
  sourceId: "keepass-kdbx",
  reading: readEntries(keepass.entries(root)),
});

interface ReadOptions {
  /** Size of the original file in bytes. */
  readonly size: number;
  readonly chosen: SourceId | null;
}

function readTexts({ parts, isArchive, unread }: Extract<FileParts, { type: "texts" }>, { size, chosen }: ReadOptions): Found | null {
  const fitting = SOURCE_IDS.filter((id) => size <= maxBytesOf(id));
  const isStore = isArchive && (chosen === "pass" || !parts.some(({ name }) => OF_ANOTHER_PROGRAM.test(name)));
  if (isStore) return { sourceId: "pass", reading: withUnread(readEntries(storeEntries(parts)), unread) };
  const first = parts.map((part) => recognise(part.text, fitting, chosen));
  const [most] = first.filter((one) => one !== null).toSorted((a, b) => b.reading.candidates.length - a.reading.candidates.length);
  if (!most) return null;
  // Further files of an archive belong to the same program, even if they are hard to recognize.
  const found = parts.length === 1 ? first : parts.map((part) => recognise(part.text, fitting, most.sourceId));
  const others = parts.filter((_, index) => found[index] === null).map(({ name }) => name);
  const readings = found.flatMap((one) => (one ? [one.reading] : []));
  return { sourceId: most.sourceId, reading: withUnread(merged(readings), [...unread, ...others]) };
}

/** Rows of several files are numbered continuously. */
function merged(readings: readonly ImportReading[]): ImportReading {
  const [first] = readings;
  if (first && readings.length === 1) return first;
  let before = 0;
  const counted = readings.map(({ candidates, refused, errors, vaults }) => {
    const start = before;
    before += [...candidates, ...refused].reduce((last, { row }) => Math.max(last, row), 0);
    return {
      candidates: candidates.map((one) => ({ ...one, row: one.row + start, id: `row-${one.row + start}` })),
      refused: refused.map((one) => ({ ...one, row: one.row + start })),
      errors: errors.map((one) => ({ ...one, line: one.line + start })),
      vaults,
    };
  });
  return {
    candidates: counted.flatMap(({ candidates }) => candidates),
    refused: counted.flatMap(({ refused }) => refused),
    errors: counted.flatMap(({ errors }) => errors),
    vaults: counted.flatMap(({ vaults }) => vaults),
  };
}

const NAMED_AT_MOST = 20;

/** Reports further files in the archive, such as attachments, which cannot be imported. */
function withUnread(reading: ImportReading, unread: readonly string[]): ImportReading {
  if (unread.length === 0) return reading;
  const names = unread
    .slice(0, NAMED_AT_MOST)
    .map((name) => `"${name}"`)
    .join(", ");
  const more = unread.length > NAMED_AT_MOST ? `, and ${unread.length - NAMED_AT_MOST} more` : "";
  const message = `Files of this archive that are not kept (${unread.length}): ${names}${more}.`;
  return { ...reading, errors: [...reading.errors, { line: 1, message }] };
}

/** Copies the bytes first: the platform does not hash shared memory. */
async function fileKeyOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
