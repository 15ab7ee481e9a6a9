/** Checks of a file before it is read: name, size, and what the drop zone accepts (specification 3 §5). */
import { IMPORT_MAX_BYTES } from "../constants.ts";
import { SOURCE_IDS, sourceOf } from "./sources.ts";

export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Media type from the browser; empty if unknown. */
  readonly type?: string;
}

/** The specified formats, with the media types that browsers use. */
const SPECIFIED_FORMATS: Readonly<Record<string, readonly string[]>> = {
  csv: ["text/csv", "application/csv"],
  json: ["application/json"],
  "1pif": ["application/x-1pif"],
};
/** Those, plus the formats of all other sources. */
const IMPORT_FORMATS = [...new Set([...Object.keys(SPECIFIED_FORMATS), ...SOURCE_IDS.flatMap((id) => sourceOf(id).supportedFormats)])];
/** What the drop zone accepts: media types, and extensions for systems that do not know them. */
export const IMPORT_ACCEPT = [...Object.values(SPECIFIED_FORMATS).flat(), ...IMPORT_FORMATS.map((format) => `.${format}`)];
/** Shown in the drop zone for refused files. */
export const INVALID_FILE = "Invalid file type or size";

/** @param maxBytes limit of the source. @returns the message to show, or null when the file may be read. */
export function checkImportFile({ name, size }: ChosenFile, maxBytes: number = IMPORT_MAX_BYTES): string | null {
  const extension = name.toLowerCase().split(".").slice(1).at(-1) ?? "";
  if (!IMPORT_FORMATS.includes(extension)) return `Invalid file type. Accepted formats: ${IMPORT_FORMATS.join(", ")}`;
  return size > maxBytes ? `File is too large. Maximum size is ${Math.floor(maxBytes / 1024)}KB.` : null;
}

/** @param accept - extensions (".csv"), media types ("text/csv") or families ("text/*"); nothing accepts everything. */
export function acceptsFile({ name, type = "" }: Omit<ChosenFile, "size">, accept: readonly string[] = []): boolean {
  const [lowName, lowType] = [name.toLowerCase(), type.toLowerCase()];
  return (
    accept.length === 0 ||
    accept.some((entry) => {
      const wanted = entry.trim().toLowerCase();
      if (wanted.startsWith(".")) return lowName.endsWith(wanted);
      return wanted.endsWith("/*") ? lowType.startsWith(wanted.slice(0, -1)) : lowType === wanted;
    })
  );
}

export interface DropRules {
  readonly accept?: readonly string[];
  readonly minBytes?: number;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

/** Checks dropped files. @returns a general message, or null when they are fine. */
export function checkDrop(files: readonly ChosenFile[], { accept = [], minBytes = 0, maxBytes, maxFiles }: DropRules): string | null {
  if (maxFiles !== undefined && files.length > maxFiles) return "Too many files";
  if (files.some((file) => !acceptsFile(file, accept))) return `File type must be ${accept.join(", ")}`;
  if (maxBytes !== undefined && files.some(({ size }) => size > maxBytes)) return `File is larger than ${maxBytes} bytes`;
  return files.some(({ size }) => size < minBytes) ? `File is smaller than ${minBytes} bytes` : null;
}
