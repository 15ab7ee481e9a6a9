/** The output of the command `npm run import:read`: every value of a file under a plain name, so that others can compare it with the expected result. */
import { kindOf } from "../items/kinds.ts";
import { addressesOf, readCustomFields, readHistory, readTags } from "../items/structured-fields.ts";
import type { Candidate } from "./candidate.ts";
import { type FileQuestion, readContent } from "./file-reading.ts";
import { isSourceId, SOURCE_IDS, type SourceId } from "./sources.ts";

/** Names of sources in the command: the template is `csv`. */
const PRINTED: Partial<Record<SourceId, string>> = { other: "csv" };
const printedId = (id: SourceId): string => PRINTED[id] ?? id;
export const PRINTED_IDS: readonly string[] = SOURCE_IDS.map(printedId);
/** @returns null for an unknown name. */
export const sourceIdOf = (printed: string): SourceId | null =>
  SOURCE_IDS.find((id) => printedId(id) === printed) ?? (isSourceId(printed) ? printed : null);

export interface ReadImportFile {
  readonly source: string;
  readonly items: readonly Record<string, unknown>[];
  readonly refused: readonly { readonly row: number; readonly reason: string }[];
  /** Notes on the whole file, as in the wizard, such as files of an archive that are not imported; absent if there are none. */
  readonly errors?: readonly { readonly line: number; readonly reason: string }[];
}

/** Why a file cannot be read: one sentence. */
export class UnreadableFile extends Error {}
const LOCKED = "This file is encrypted with a password; please give it with --password.";

/** @throws UnreadableFile. If the encoding is unclear, it is read as Windows-1252. */
export async function readImportFile(question: Omit<FileQuestion, "encoding">): Promise<ReadImportFile> {
  const first = await readContent({ ...question, encoding: null });
  const answer = first.type === "unsure" ? await readContent({ ...question, encoding: "windows-1252" }) : first;
  if (answer.type === "locked") throw new UnreadableFile(answer.message ?? LOCKED);
  if (answer.type === "unreadable") throw new UnreadableFile(answer.message);
  if (answer.type === "unsure") throw new UnreadableFile("The letters of this file are in no encoding that is known.");
  const { reading, sourceId } = answer;
  return {
    source: printedId(sourceId),
    items: reading.candidates.map(printed),
    refused: reading.refused.map(({ row, message }) => ({ row, reason: message })),
    ...(reading.errors.length > 0 && { errors: reading.errors.map(({ line, message }) => ({ line, reason: message })) }),
  };
}

/** Fields with a special name in the output, or derived ones. */
const TOLD_APART = [
  "username",
  "password",
  "website_url",
  "more_urls",
  "url_match",
  "notes",
  "totp",
  "custom_fields",
  "tags",
  "password_history",
];
const COMPUTED = ["password_strength", "ignored_findings"];

function printed({ kind, fields, folder, favourite = false, name, createdAt, updatedAt, row }: Candidate): Record<string, unknown> {
  const { title, csvType, fields: table } = kindOf(kind);
  const own = Object.keys(table).filter((field) => field !== title && !TOLD_APART.includes(field) && !COMPUTED.includes(field));
  const isPerson = kind !== "password";
  return {
    row,
    type: csvType,
    name: name || (fields[title] ?? ""),
    username: fields.username ?? "",
    password: fields.password ?? "",
    url: fields.website_url ?? "",
    urls: addressesOf(fields).map(({ url }) => url),
    folder,
    notes: fields.notes ?? "",
    totp: fields.totp ?? "",
    favourite,
    fields: Object.fromEntries(
      [...own, ...(isPerson && table.username ? ["username"] : [])]
        .map((field) => [field, fields[field] ?? ""])
        .filter(([, value]) => value),
    ),
    custom: readCustomFields(fields.custom_fields ?? "").map(({ label, value, type, section }) => ({
      label,
      value,
      type,
      ...(section && { section }),
    })),
    history: readHistory(fields.password_history ?? ""),
    tags: readTags(fields.tags ?? ""),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
