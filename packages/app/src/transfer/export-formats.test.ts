/** The files an export writes: each format says what it leaves out, and is read back by the import. */
import { openBackup } from "@coffer/client/backup";
import { KIND_NAMES } from "@coffer/core/items/kinds";
import { anItem } from "@coffer/core/items/testing/an-item";
import { readImport, recognise } from "@coffer/core/transfer/import";
import { describe, expect, it } from "vitest";
import { FORMAT_IDS, formatOf } from "./export-formats.ts";

const items = [
  ...KIND_NAMES.map((kind, index) => anItem(kind, { title: "Named", name: "Named", username: "ann" }, { id: `id-${index}` })),
  anItem("note", { name: "broken" }, { id: "broken", state: "tampered" }),
  anItem("card", { name: "theirs" }, { id: "theirs", isOwner: false }),
];
const contents = { items, vaults: [] };
const choice = { includeCards: false, isSafeForSheets: false, filePassword: "a password for the file" };
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe.each(FORMAT_IDS)("%s", (id) => {
  const format = formatOf(id);

  it("counts what it leaves out, and what does not open (decisions V-03, I-11)", () => {
    expect(format.count(contents, choice)).toMatchObject({ leftOut: format.partial ? 1 : 0, unreadable: 1 });
    expect(format.count(contents, { ...choice, includeCards: true, isSafeForSheets: false })).toMatchObject({ leftOut: 0, unreadable: 1 });
  });

  it("is recognised and read back, every kind of it", async () => {
    const written = await format.write(
      contents,
      { ...choice, includeCards: true, isSafeForSheets: false },
      { random, now: 0, host: "coffer.example" },
    );
    const text = format.readable ? written : ((await openBackup(written, choice.filePassword)) ?? "");
    const { candidates } = readImport({ sourceId: recognise(text)?.sourceId ?? "", text });
    expect(candidates.map(({ kind }) => kind)).toEqual(KIND_NAMES);
  });

  it("is readable by anyone who has it, only where it says so", async () => {
    const written = await format.write(contents, choice, { random, now: 0, host: "coffer.example" });
    expect(written.includes("Named")).toBe(format.readable);
  });
});
