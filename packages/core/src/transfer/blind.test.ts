/**
 * Files of many programs, versions and oddities, written with their expected content before anyone looked at a reader. Each is
 * read once as its source, and once without naming one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readImportFile, sourceIdOf, UnreadableFile } from "./import-read.ts";

const FOLDER = new URL("./fixtures/blind/", import.meta.url);

/** Required values of an item; other values are not checked. */
interface Expected {
  readonly [field: string]: unknown;
  readonly fields?: Readonly<Record<string, string>>;
  /** Texts that must occur anywhere in it. */
  readonly keeps?: readonly string[];
  /** Texts that must not be a custom field. */
  readonly lacks?: readonly string[];
  readonly history?: readonly string[];
  readonly tags?: readonly string[];
  /** Compared without spaces. */
  readonly digits?: string;
}

interface BlindFile {
  readonly about: string;
  readonly file: string;
  readonly text?: string;
  readonly base64?: string;
  readonly password?: string;
  /** A key file, in base 64. */
  readonly key?: string;
  readonly items?: readonly Expected[];
  /** Words of the refusal. With `items`, refusing is allowed but not required. */
  readonly refuses?: string;
  /** Number of refused rows. */
  readonly refused?: number;
  /** There may be more items. */
  readonly andMore?: true;
  /** Cannot be recognized by its content alone. */
  readonly isPlain?: true;
}

/** An item as the command prints it. */
interface PrintedItem extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly history: readonly { readonly value: string }[];
  readonly tags: readonly string[];
}

const CHROMIUM = ["brave", "edge", "opera", "vivaldi"];
const SIMPLE = ["type", "name", "username", "password", "url", "folder", "notes", "totp", "favourite"] as const;

function read({ file, text = "", base64, password, key }: BlindFile, source: string) {
  const content = base64 === undefined ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(base64, "base64"));
  const keyFile = key === undefined ? null : new Uint8Array(Buffer.from(key, "base64"));
  const secret = password === undefined && !keyFile ? null : { password: password ?? "", keyFile };
  return readImportFile({ name: file, content, chosen: source === "auto" ? null : sourceIdOf(source), secret }).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error;
    throw error;
  });
}

const lines = (text: unknown): unknown => (typeof text === "string" ? text.replaceAll("\r\n", "\n") : text);
const isLike = (value: unknown): value is { matches: string } => typeof value === "object" && value !== null && "matches" in value;
const textsOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)];

function compare(
  item: PrintedItem | undefined,
  { fields = {}, keeps = [], lacks = [], history = [], tags = [], digits = "", ...expected }: Expected,
) {
  if (!item) throw new Error(`${String(expected.name)} is missing`);
  for (const field of SIMPLE) {
    const value = expected[field];
    if (isLike(value)) expect(item[field], field).toMatch(new RegExp(value.matches));
    else if (value !== undefined) expect(lines(item[field]), `${item.name}: ${field}`).toBe(lines(value));
  }
  for (const [field, value] of Object.entries(fields)) expect(item.fields[field], field).toBe(value);
  const all = textsOf(item).join("\n");
  const whole = `${all}\n${JSON.stringify(item)}`.toLowerCase();
  for (const text of keeps) expect(whole).toContain(text.toLowerCase());
  for (const text of lacks) expect(textsOf(item.custom).join("\n")).not.toContain(text);
  expect(all.replace(/[ -]/g, "")).toContain(digits);
  expect(item.history.map(({ value }) => value)).toEqual(expect.arrayContaining([...history]));
  expect(item.tags).toEqual(expect.arrayContaining([...tags]));
}

async function check(file: BlindFile, source: string): Promise<string | null> {
  const found = await read(file, source);
  if (found instanceof UnreadableFile) {
    expect(file.refuses, found.message).toBeDefined();
    expect(found.message).toMatch(new RegExp(file.refuses ?? "", "i"));
    return null;
  }
  const { items = [] } = file;
  const printed = found.items as readonly PrintedItem[];
  expect(file.items, "it should have been refused").toBeDefined();
  if (!file.andMore) expect(printed.map(({ name }) => name)).toHaveLength(items.length);
  if (file.refused !== undefined) expect(found.refused).toHaveLength(file.refused);
  for (const [at, expected] of items.entries()) {
    const named = printed.filter(({ name }) => name === expected.name);
    compare(named.length === 1 ? named[0] : printed[at], expected);
  }
  return found.source;
}

describe.each(readdirSync(FOLDER).map((name) => name.replace(/\.json$/, "")))("%s", (source) => {
  const files: readonly BlindFile[] = JSON.parse(readFileSync(new URL(`${source}.json`, FOLDER), "utf8"));
  it.each(files.map((file) => [file.about, file] as const))("%s", async (_, file) => {
    await check(file, source);
    if (file.isPlain || source === "auto") return;
    const known = await check(file, "auto");
    if (known !== null) expect(known).toBe(CHROMIUM.includes(source) ? "chrome" : source);
  });
});
