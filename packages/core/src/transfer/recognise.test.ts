/** A file whose source has to be found out is taken apart once. */
import Papa from "papaparse";
import { afterEach, expect, it, vi } from "vitest";
import { readImport, recognise } from "./import.ts";

const CSV = `name,url,username,password,note\n${"GitHub,https://github.com,ada,one,\n".repeat(200)}`;

afterEach(() => void vi.restoreAllMocks());

/** How many characters were parsed meanwhile. */
function parsedBy(read: () => unknown): number {
  const parse = vi.spyOn(Papa, "parse");
  read();
  const parsed = parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
  vi.restoreAllMocks();
  return parsed;
}

it("reads the same as when the source is said, and parses no more", () => {
  const chosen = readImport({ sourceId: "chrome", text: CSV });
  const found = recognise(CSV);
  expect(found?.sourceId).toBe("chrome");
  expect(found?.reading.candidates.map(({ name }) => name)).toEqual(chosen.candidates.map(({ name }) => name));
  expect(parsedBy(() => recognise(CSV))).toBe(parsedBy(() => readImport({ sourceId: "chrome", text: CSV })));
});

it("is of no source when none has its columns", () => expect(recognise("a,b\n1,2")).toBeNull());
