import { readImport } from "@coffer/core/transfer/import";
import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { findReceipt, keepReceipt, receiptCsv, rowsOf } from "./import-receipt.ts";

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

it("keeps of a very large import only what was not simply taken over", () => {
  const [shop] = read.candidates;
  if (!shop) throw new Error("the file has rows");
  const many = Array.from({ length: 20_000 }, (_, index) => ({ ...shop, row: index + 1 }));
  expect(rowsOf(many, [], [])).toHaveLength(20_000);
  expect(rowsOf(many, [], [{ row: 20_001, message: "left out" }])).toEqual([[20_001, "", "refused", "left out"]]);
});

const RECEIPT = {
  source: "Chrome",
  fileKey: "f",
  seed: "s",
  lastRow: 1,
  vaultIds: [],
  written: 0,
  updated: 0,
  restorable: 0,
  state: "running",
  errors: [],
  rows,
} as const;

/** A device that says what it keeps, and how often. */
function device() {
  const kept = new Map<string, unknown>();
  const keeps: string[] = [];
  const client = fakeClient({
    session: ANN,
    drafts: {
      keep: async ({ place, value }) => {
        keeps.push(place);
        kept.set(place, structuredClone(value));
      },
      find: async ({ place }) => kept.get(place) ?? null,
      discard: async ({ place }) => void kept.delete(place),
    },
  });
  return { kept, keeps, client };
}

it("seals what is as long as the file once, and with every step only what changes", async () => {
  const { client, keeps, kept } = device();
  const cache = new QueryClient();
  for (const written of [0, 1, 2]) await keepReceipt(client, cache, { ...RECEIPT, written });
  expect(keeps).toEqual(["import/receipt", "import/receipt-rows", "import/receipt", "import/receipt"]);
  expect(await findReceipt(client, new QueryClient())).toEqual({ ...RECEIPT, written: 2, state: "open" });
  await keepReceipt(client, cache, null);
  expect(kept.size).toBe(0);
});

it("is still the way back where there was no room for its rows, and takes no other import's for its own", async () => {
  const { client, kept } = device();
  await keepReceipt(client, new QueryClient(), RECEIPT);
  kept.set("import/receipt-rows", { seed: "another", rows: [[9, "", "refused", ""]], errors: [] });
  expect(await findReceipt(client, new QueryClient())).toEqual({ ...RECEIPT, rows: [], state: "open" });
});

it("is a table", () => {
  const receipt = {
    source: "Chrome",
    fileKey: "",
    seed: "",
    lastRow: 1,
    vaultIds: [],
    written: 1,
    updated: 0,
    restorable: 0,
    state: "done",
    errors: [],
    rows: [[1, "a,b", "mapped", ""]],
  } as const;
  expect(receiptCsv(receipt)).toBe('row,name,outcome,detail\r\n1,"a,b",mapped,\r\n');
});
