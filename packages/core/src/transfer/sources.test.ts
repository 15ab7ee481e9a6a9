import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PRODUCT_NAME } from "../constants.ts";
import { parseCsv } from "./csv.ts";
import { readImport, recognise } from "./import.ts";
import { ROW_READERS } from "./rows/row-readers.ts";
import { IMPORT_COLUMNS, readHeader } from "./source.ts";
import { isSourceId, SOURCE_GROUPS, SOURCE_IDS, sourceOf } from "./sources.ts";

interface Reference {
  readonly name: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly url: string;
  readonly notes: string;
}
const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
const reference = JSON.parse(fixture("reference.json")) as Reference[];
/** Edge and Chrome write the same format; a file does not show which of them it is from. */
const ALIKE: Record<string, string> = { edge: "chrome" };

/** Sources that only need a mapping of columns; the others are compared in reference.test.ts. */
const PLAIN = ["chrome", "firefox", "edge", "safari", "other", "coffer"] as const;

describe.each(SOURCE_IDS)("%s", (sourceId) => {
  const source = sourceOf(sourceId);

  it("is described completely", () => {
    expect(Object.keys(SOURCE_GROUPS)).toContain(source.group);
    expect(source.supportedFormats.length).toBeGreaterThan(0);
    expect(source.howTo).toHaveLength(3);
    for (const ours of Object.values(source.columns)) expect(IMPORT_COLUMNS).toContain(ours);
    for (const { reader } of source.tables ?? []) expect(Object.keys(ROW_READERS)).toContain(reader);
    for (const sentence of source.howTo) expect(sentence).toMatch(/\.$/);
  });
});

describe.each(PLAIN)("%s", (sourceId) => {
  const source = sourceOf(sourceId);
  const text = fixture(`${sourceId}.${source.supportedFormats[0]}`);
  const columns = readHeader(source, parseCsv(text).header);
  const holds = (column: "name" | "notes"): boolean => source.read === "backup" || columns.includes(column);

  it("reads its sample like the reference", () => {
    const { candidates, errors } = readImport({ sourceId, text });
    expect(errors).toEqual([]);
    expect(candidates.map(({ row }) => row)).toEqual(reference.map((_, index) => index + 1));
    expect(candidates.map(({ name, username, password, url, notes }) => ({ name, username, password, url, notes }))).toEqual(
      reference.map(({ name, host, username, password, url, notes }) => ({
        name: holds("name") ? name : host,
        username,
        password,
        url,
        notes: holds("notes") ? notes : "",
      })),
    );
    expect(candidates.map(({ status }) => status)).toEqual(reference.map(({ username }) => (username ? "complete" : "incomplete")));
  });

  it("is recognised by its columns", () => expect(recognise(text)?.sourceId ?? null).toBe(ALIKE[sourceId] ?? sourceId));
});

it("names the specified sources as specified (spec 3 §2)", () => {
  const names = SOURCE_IDS.map((id) => sourceOf(id).name);
  const specified = ["Chrome", "Firefox", "Microsoft Edge", "Safari", "LastPass", "NordPass", "CSV File", `${PRODUCT_NAME} Backup`];
  expect(names.filter((name) => specified.includes(name))).toEqual(specified);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.values(SOURCE_GROUPS)).toEqual([
    "From your browser",
    "From another password manager",
    "From somewhere else",
    "From your own backup",
  ]);
});

it("knows only its own ids", () => expect(["chrome", "constructor", "__proto__", ""].map(isSourceId)).toEqual([true, false, false, false]));
