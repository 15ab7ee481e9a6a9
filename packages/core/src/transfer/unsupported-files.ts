/** Common files that we cannot import: each is recognized, so that the message explains what it is. */
import type { FileParts } from "./file-parts.ts";

interface UnsupportedFile {
  /** Matched against its name, its first bytes, and the names of the files in it. */
  readonly sign: RegExp;
  readonly message: string;
}

const SPREADSHEET = "please save it as CSV, and import that.";
const CODES = "it holds one-time codes alone. Please add each code to its login.";

const UNSUPPORTED_FILES: readonly UnsupportedFile[] = [
  { sign: /^xl\/workbook\.xml$/m, message: `This is a spreadsheet of Excel (.xlsx); ${SPREADSHEET}` },
  { sign: /^ÐÏ.à/m, message: `This is a file of an older Excel or Word; ${SPREADSHEET}` },
  { sign: /vnd\.oasis\.opendocument/, message: `This is an OpenDocument spreadsheet or text; ${SPREADSHEET}` },
  { sign: /^word\/document\.xml$/m, message: `This is a document of Word (.docx); ${SPREADSHEET}` },
  { sign: /^%PDF-/m, message: "This is a PDF; please export your passwords as CSV." },
  {
    sign: /\.spass$/im,
    message: "This is a backup of Samsung Pass, which only Samsung Pass opens; please import it there and export from the browser.",
  },
  { sign: /\.dash$/im, message: "This is a secured archive of Dashlane, which only Dashlane opens; please export it as CSV." },
  { sign: /^PWS3/m, message: "This is a file of Password Safe (.psafe3); please export it as XML or text and put it into the template." },
  { sign: /"padlock-v1"|"encryptedData"/, message: "This file of Padloc is encrypted; please export it as CSV." },
  { sign: /"header"\s*:\s*\{\s*"slots"/, message: `This is a file of Aegis; ${CODES}` },
  { sign: /"servicesEncrypted"|"services"\s*:\s*\[[^\]]*"otp"/, message: `This is a file of 2FAS; ${CODES}` },
  { sign: /"thumbnail"[^}]*"last_used"|"iconType"[^}]*"iconValue"/, message: `This is a file of andOTP or Raivo; ${CODES}` },
  {
    sign: /"major"\s*:\s*(?:[2-9]|\d\d)[^{]*\}[^{]*"exporterRpId"/,
    message: "This file is of a later version of the Credential Exchange Format, which is not known yet.",
  },
  {
    sign: /^index\.jwe$/m,
    message:
      "This is an encrypted Credential Exchange, which only the program opens that it was made for; please export it without encryption.",
  },
  { sign: /^otpauth(-migration)?:\/\//m, message: `This is a list of an authenticator app; ${CODES}` },
  { sign: /^\s*Websites\s+Website name:/m, message: "This is a text of Kaspersky Password Manager; please put it into the template." },
  { sign: /<!doctype (html|netscape)|<html[\s>]/i, message: "This is a web page; please export your passwords as CSV." },
];

const LOOKED_AT = 4_096;

/** @param parts - its parts, if it could be unpacked. @returns a message, or null for unknown files. */
export function unsupportedFileMessage(name: string, bytes: Uint8Array, parts: FileParts): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, LOOKED_AT));
  const inside = parts.type === "texts" ? parts.parts.flatMap((part) => [part.name, part.text.slice(0, LOOKED_AT)]) : [];
  const signs = [name, head, ...inside].join("\n");
  return UNSUPPORTED_FILES.find(({ sign }) => sign.test(signs))?.message ?? null;
}
