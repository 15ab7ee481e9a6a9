import { readImport } from "@coffer/core/transfer/import";
import { expect, it } from "vitest";
import { receiptCsv, rowsOf } from "./receipt.ts";

const read = readImport({
  sourceId: "chrome",
  text: [
    "name,url,username,password,note,mood",
    "Shop,https://shop.example,ann,p,,",
    "Mail,https://mail.example,,p,,good",
    ",,,,,",
    '"x"y,z',
    "Only,,,,some text,",
  ].join("\n"),
});
const rows = rowsOf(read.candidates, read.errors, read.refused);

it("says of each row what became of it, and of none its values", () => {
  expect(rows.map(([row, name, outcome]) => [row, name, outcome])).toEqual(
    expect.arrayContaining([
      [1, "Shop", "mapped"],
      [2, "Mail", "kept, with fields of its own"],
    ]),
  );
  expect(rows.find(([, name]) => name === "Mail")?.[3]).toBe("mood");
  expect(JSON.stringify(rows)).not.toMatch(/good|ann|some text/);
});

it("counts as many rows as were taken or refused", () => {
  const outcomes = rows.filter(([, , outcome]) => outcome !== "remark on this line");
  expect(outcomes).toHaveLength(read.candidates.length + read.refused.length);
});

it("is a table", () => {
  const receipt = {
    source: "Chrome",
    fileKey: "",
    seed: "",
    lastRow: 1,
    vaultIds: [],
    written: 1,
    state: "done",
    errors: [],
    rows: [[1, "a,b", "mapped", ""]],
  } as const;
  expect(receiptCsv(receipt)).toBe('row,name,outcome,detail\r\n1,"a,b",mapped,\r\n');
});
