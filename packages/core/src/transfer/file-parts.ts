/** Extracts the texts of a file: unpacks archives, opens encrypted files, decodes bytes. Does not parse them. */

import { inflate } from "./archive/inflate.ts";
import { ArchiveError, damagedArchive, UnpackBudget } from "./archive/limits.ts";
import { isTar, untar } from "./archive/tar.ts";
import { type ArchiveFile, isZip, unzip } from "./archive/zip.ts";
import { decodeAs, decodeCertain, type EncodingId } from "./encoding.ts";
import { isRecord } from "./formats/json.ts";
import { openBitwarden, sealedBitwarden } from "./sealed/bitwarden.ts";
import { openKdbx } from "./sealed/kdbx.ts";
import { isKdbx } from "./sealed/kdbx-header.ts";
import { SealedError } from "./sealed/keys.ts";
import type { SourceId } from "./sources.ts";
import type { XmlElement } from "./xml.ts";

export interface FileSecret {
  readonly password: string;
  readonly keyFile?: Uint8Array | null;
}

export interface FilePart {
  /** Name in the archive, or of the file itself. */
  readonly name: string;
  readonly text: string;
}

export type FileParts =
  | {
      readonly type: "texts";
      readonly parts: readonly FilePart[];
      readonly isArchive: boolean /** Names of files that are no text. */;
      readonly unread: readonly string[];
    }
  /** A KeePass file, opened. */
  | { readonly type: "keepass"; readonly root: XmlElement }
  | {
      readonly type: "locked";
      readonly sourceId: SourceId;
      readonly takesKeyFile: boolean /** Of the password that was tried; null where none was. */;
      readonly message: string | null;
    }
  | { readonly type: "unreadable"; readonly message: string }
  /** The encoding is unclear. */
  | { readonly type: "unsure" };

export interface PartsQuestion {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: EncodingId | null;
  readonly secret: FileSecret | null;
}

export async function partsOf(question: PartsQuestion): Promise<FileParts> {
  try {
    return await read(question, new UnpackBudget());
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof SealedError) return { type: "unreadable", message: error.message };
    throw error;
  }
}

async function read(question: PartsQuestion, budget: UnpackBudget): Promise<FileParts> {
  const { bytes, name, encoding } = question;
  if (isKdbx(bytes)) return readKdbx(question, budget);
  if (isZip(bytes)) return archiveOf(await unzip(bytes, budget), question, budget);
  if (isTar(bytes)) return archiveOf(untar(bytes, budget), question, budget);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const unpacked = await inflate(bytes, "gzip", budget);
    return isTar(unpacked) ? archiveOf(untar(unpacked, budget), question, budget) : read({ ...question, bytes: unpacked }, budget);
  }
  const text = encoding ? decodeAs(bytes, encoding) : decodeCertain(bytes);
  if (text === null) return { type: "unsure" };
  if (/^\s*-----BEGIN PGP MESSAGE-----/.test(text)) return { type: "unreadable", message: ONE_PGP };
  return (await opened(text, question)) ?? { type: "texts", parts: [{ name, text }], isArchive: false, unread: [] };
}

async function readKdbx({ bytes, secret }: PartsQuestion, budget: UnpackBudget): Promise<FileParts> {
  const locked = { type: "locked", sourceId: "keepass-kdbx", takesKeyFile: true } as const;
  if (secret === null) return { ...locked, message: null };
  try {
    return { type: "keepass", root: await openKdbx(bytes, { password: secret.password, keyFile: secret.keyFile ?? null }, budget) };
  } catch (error) {
    if (error instanceof SealedError && error.isWrongKey) return { ...locked, message: error.message };
    throw error;
  }
}

/** @returns null when the text is not sealed. */
async function opened(text: string, { name, secret }: Pick<PartsQuestion, "name" | "secret">): Promise<FileParts | null> {
  const sealed = text.includes('"encrypted"') ? sealedBitwarden(parsed(text)) : null;
  if (sealed === null) return null;
  const locked = { type: "locked", sourceId: "bitwarden-json", takesKeyFile: false } as const;
  if (secret === null) return { ...locked, message: null };
  try {
    return { type: "texts", parts: [{ name, text: await openBitwarden(sealed, secret.password) }], isArchive: false, unread: [] };
  } catch (error) {
    if (error instanceof SealedError && error.isWrongKey) return { ...locked, message: error.message };
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    const file: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(file) ? file : null;
  } catch {
    return null; // not JSON, so not encrypted JSON
  }
}

/** Files added by operating systems, and 1Password's metadata. */
const WITHOUT_CONTENT = /(^|\/)(__MACOSX|\.DS_Store|\._[^/]*|Thumbs\.db|export\.attributes|\.git\/.*|\.gitattributes|\.gpg-id)(\/|$)/;
const READABLE = /\.(csv|json|xml|1pif|txt|data|tsv)$|(^|\/)[^./]+$/i;
const IN_FOLDER_OF_FILES = /^(files|attachments)\//i;
const PGP = /\.(pgp|gpg|asc)$/i;
/** Control characters that no export contains: it is an image, a program or an encrypted file. */
const isNoText = (text: string): boolean => /\p{Cc}/u.test(text.replace(/[\t\n\v\f\r\u0085]/g, ""));
const ONE_PGP = "This file is encrypted with PGP; please export it without, or decrypt it first.";
const ALL_PGP = "What is in this archive is encrypted with PGP; please export it without, or decrypt it first.";

async function archiveOf(files: readonly ArchiveFile[], question: PartsQuestion, budget: UnpackBudget): Promise<FileParts> {
  const counted = files.filter(({ name }) => !WITHOUT_CONTENT.test(name));
  const parts: FilePart[] = [];
  const unread: string[] = [];
  for (const { name, bytes } of counted) {
    const text =
      (READABLE.test(name) || /[^.]+\.[^./]+\/?/.test(name)) && !IN_FOLDER_OF_FILES.test(name) && !PGP.test(name)
        ? (decodeCertain(bytes) ?? decodeAs(bytes, "windows-1252"))
        : null;
    if (text === null || isNoText(text)) unread.push(name);
    else parts.push({ name, text });
  }
  budget.count(parts.length);
  if (parts.length === 0) {
    if (counted.some(({ name }) => PGP.test(name))) return { type: "unreadable", message: ALL_PGP };
    throw damagedArchive();
  }
  const [only] = parts;
  const inside = parts.length === 1 && only ? await opened(only.text, { ...question, name: only.name }) : null;
  return inside ?? { type: "texts", parts, isArchive: true, unread };
}
