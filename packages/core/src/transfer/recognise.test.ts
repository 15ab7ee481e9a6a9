/** Recognizing the source of a file parses it only once. */
import { expect, it } from "vitest";
import { importerOf, readImport, recognise } from "./import.ts";
import { READERS } from "./readers.ts";
import { SOURCES } from "./sources.ts";

const CSV = `name,url,username,password,note\n${"GitHub,https://github.com,ada,one,\n".repeat(200)}`;

/** How often the file was parsed as rows under a heading. */
function timesParsed(): number {
  let times = 0;
  const open: typeof READERS.columns.open = (text) => {
    times++;
    return READERS.columns.open(text);
  };
  importerOf(SOURCES, { ...READERS, columns: { open } }).recognise(CSV);
  return times;
}

it("gives the same result as with a chosen source, and parses no more often", () => {
  const chosen = readImport({ sourceId: "chrome", text: CSV });
  const found = recognise(CSV);
  expect(found?.sourceId).toBe("chrome");
  expect(found?.reading.candidates.map(({ name }) => name)).toEqual(chosen.candidates.map(({ name }) => name));
  expect(timesParsed()).toBe(1);
});

it("is of no source when none has its columns", () => expect(recognise("a,b\n1,2")).toBeNull());
