/** A backup is read once, whether its source was chosen or has to be found out; core/transfer/recognise.test.ts says the same of tables. */

import type { Item } from "@coffer/core/items/item";
import { writeBackup } from "@coffer/core/transfer/backup";
import type { SourceId } from "@coffer/core/transfer/sources";
import { afterEach, expect, it, vi } from "vitest";
import { fakeClient } from "../testing/fake-client.ts";
import { anItem } from "../testing/sample-items.ts";
import { answersTo, ROWS_AT_ONCE } from "./file-worker-messages.ts";
import { readFile } from "./read-file.ts";

const client = fakeClient({ vault: { pull: async () => ({ items: [], vaults: [] }), openMany: async () => [] } });
const BACKUP = writeBackup({ items: [anItem("", { kind: "note", fields: { name: "N" } })], vaults: [], now: 0 });

afterEach(() => void vi.restoreAllMocks());

/** How many characters were parsed while the file was read. */
async function parsedOf(chosen: SourceId | null): Promise<number> {
  const parse = vi.spyOn(JSON, "parse");
  expect((await readFile(client, { chosen, file: new File([BACKUP], "backup.json") })).type).toBe("read");
  return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
}

it("parses a backup once, whether it is said to be one or not", async () => {
  const chosen = await parsedOf("coffer");
  vi.restoreAllMocks();
  expect(chosen).toBe(BACKUP.length);
  expect(await parsedOf(null)).toBe(chosen);
});

it("says of a heading with nothing below it that there is nothing", async () => {
  const file = new File(["name,url,username,password\n"], "empty.csv");
  await expect(readFile(client, { chosen: "chrome", file })).rejects.toThrow("There is nothing to import in this file.");
});

it("asks for the encoding of a file that does not say it, and reads it by the answer (T1)", async () => {
  const file = new File(
    [new TextEncoder().encode("name,url,username,password\nMail,https://mail.example,ann,p"), new Uint8Array([0xe4, 0x73])],
    "a.csv",
  );
  expect(await readFile(client, { chosen: null, file })).toEqual({ type: "unsure", chosen: null, file });
  const read = await readFile(client, { chosen: null, file, encoding: "windows-1252" });
  expect(read.type === "read" && read.file.review.candidates.map(({ password }) => password)).toEqual(["päs"]);
});

it("hands a large file over in pieces, and does not lose a row between them (T11)", async () => {
  const rows = 2 * ROWS_AT_ONCE + 1;
  const content = `name,url,username,password\n${"Mail,https://mail.example,ann,one\n".repeat(rows)}`;
  const pieces: number[] = [];
  for await (const message of answersTo({ name: "a.csv", content, chosen: null, encoding: null }))
    pieces.push("rows" in message ? message.rows.length : -1);
  expect(pieces).toEqual([ROWS_AT_ONCE, ROWS_AT_ONCE, 1, -1]);
  const read = await readFile(client, { chosen: null, file: new File([content], "a.csv") });
  expect(read.type === "read" && read.file.review.counts.all).toBe(rows);
});

it("offers to update own logins alone: a password of the file goes into nothing that another person reads", async () => {
  const fields = { title: "Mail", website_url: "https://mail.example", username: "ann", password: "old" };
  const file = () => new File(["name,url,username,password\nMail,https://mail.example,ann,new\n"], "a.csv");
  const changedWith = async (...items: Item[]) => {
    const held = fakeClient({ vault: { pull: async () => ({ items, vaults: [] }), openMany: async () => items } });
    const read = await readFile(held, { chosen: "chrome", file: file() });
    return read.type === "read" ? [...read.file.review.changed.values()] : null;
  };
  const mine = anItem("Mail", { fields });
  const theirs = anItem("Mail", { fields, sharedBy: "eve@example.com", isOwner: false });
  const madeHere = anItem("Mail", { fields, belongsTo: { id: "e", email: "eve@example.com" } });
  expect(await changedWith(theirs)).toEqual([]);
  expect(await changedWith(madeHere)).toEqual([]);
  // Nor does what they have put there hide the own one.
  expect(await changedWith(theirs, mine, madeHere)).toEqual([mine.id]);
});
