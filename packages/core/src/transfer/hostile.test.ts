/** Malicious files: they are read, or refused with a message; nothing is lost or executed. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { IMPORT_MAX_BYTES } from "../constants.ts";
import { IMPORT_UNREADABLE, importerOf } from "./import.ts";
import { readImportFile, UnreadableFile } from "./import-read.ts";
import { READERS } from "./readers.ts";
import { SOURCES } from "./sources.ts";

const read = (text: string, name = "file.json") =>
  readImportFile({ name, content: new TextEncoder().encode(text), chosen: null, secret: null });

it("keeps extremely nested content as text", async () => {
  const nested = `${'{"a":'.repeat(40)}"buried"${"}".repeat(40)}`;
  const { items } = await read(`{"encrypted":false,"items":[{"type":1,"name":"Deep","login":${nested}}]}`);
  expect(JSON.stringify(items)).toContain("buried");
});

it("reads or refuses a file with endless nesting", async () => {
  const levels = 100_000;
  const file = `{"encrypted":false,"items":[{"type":1,"name":"Deep","login":{"username":"ann","x":${"[".repeat(levels)}${"]".repeat(levels)}}}]}`;
  const { items } = await read(file);
  expect(items).toMatchObject([{ name: "Deep", username: "ann" }]);
});

it("treats names of inherited properties as plain words", async () => {
  const login = '{"username":"toString","password":"__proto__","__proto__":{"polluted":"yes"}}';
  const folders = '"folders":[{"id":"__proto__","name":"constructor"}]';
  const { items } = await read(
    `{"encrypted":false,${folders},"items":[{"type":1,"name":"__proto__","folderId":"__proto__","login":${login}}]}`,
  );
  expect(items).toMatchObject([{ name: "__proto__", username: "toString", password: "__proto__", folder: "constructor" }]);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
});

it("finishes with a quarter of a million columns, and of the row that fits into no item keeps what fits", async () => {
  // CPU time, because wall-clock time depends on the machine's load.
  const began = process.cpuUsage();
  const columns = Array.from({ length: 250_000 }, (_, at) => at % 10).join(",");
  const rows = `A,https://a.example,ann,secret,${"x,".repeat(50_000)}\nB,https://b.example,bob,other\n`;
  const { items, refused, errors } = await read(`name,url,username,password,${columns}\n${rows}`, "file.csv");
  expect(items).toMatchObject([
    { name: "A", password: "secret" },
    { name: "B", password: "other" },
  ]);
  expect(refused).toEqual([]);
  expect(errors).toContainEqual({ line: 2, reason: expect.stringMatching(/^Together the values .*; left out: "\d" and \d+ more\.$/) });
  expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
});

it("does not parse a file that is too large for all its possible readers", () => {
  const opened: string[] = [];
  const open = (name: string) => () => {
    opened.push(name);
    return null;
  };
  const { recognise } = importerOf(SOURCES, Object.fromEntries(Object.keys(READERS).map((name) => [name, { open: open(name) }])));
  expect(recognise("any,text", ["bitwarden-json"])).toBeNull();
  expect(opened).toEqual(["json"]);
});

it.each([
  ["memory", { kdfMemory: 4_096 }],
  ["time", { kdfMemory: 64, kdfIterations: 1_000 }],
])("limits the %s a file can demand to be opened", async (_, cost) => {
  const sealed = JSON.parse(readFileSync(new URL("fixtures/sealed/bitwarden-argon2id.json", import.meta.url), "utf8")) as object;
  const content = new TextEncoder().encode(JSON.stringify({ ...sealed, ...cost }));
  const opening = readImportFile({ name: "file.json", content, chosen: null, secret: { password: "any", keyFile: null } });
  await expect(opening).rejects.toThrow("This file asks for more work to open it than this device should be given");
});

const FILES = 50_001;

/** Only the central directory of an archive: its missing content would be noticed later. */
function zipOf(count: number): Uint8Array {
  const bytes = new Uint8Array(22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(10, count, true);
  return bytes;
}

function tarOf(count: number): Uint8Array {
  const head = new Uint8Array(512);
  head.set(new TextEncoder().encode("a"), 0);
  head.set(new TextEncoder().encode("ustar"), 257);
  const bytes = new Uint8Array(512 * count);
  for (let at = 0; at < bytes.length; at += 512) bytes.set(head, at);
  return bytes;
}

it.each([
  ["zip", zipOf(FILES)],
  ["tar", tarOf(FILES)],
])("counts the files of a %s before unpacking them", async (form, content) => {
  await expect(readImportFile({ name: `file.${form}`, content, chosen: null, secret: null })).rejects.toThrow("more than 50,000 files");
});

it.each([
  ["attributes", `<KeePassFile ${'a="1" '.repeat(1_000_000)}><Root/></KeePassFile>`],
  ["letters before its root", `<!DOCTYPE ${"a".repeat(12_000_000)}><KeePassFile><Root/></KeePassFile>`],
  ["lists before its root", `<!DOCTYPE ${"[]".repeat(4_000_000)}><KeePassFile><Root/></KeePassFile>`],
])("refuses an XML file with millions of %s with a message", async (_, text) => {
  await expect(read(text, "file.xml")).rejects.toThrow(UnreadableFile);
});

it("does not report a damaged file of a permitted size as too large", async () => {
  const cut = `{"encrypted":false,"items":[${'{"type":1,"name":"Cut"},'.repeat(60_000)}`;
  expect(cut.length).toBeGreaterThan(IMPORT_MAX_BYTES);
  await expect(read(cut)).rejects.toThrow(IMPORT_UNREADABLE);
  await expect(read(cut, "file.csv")).rejects.toThrow("File is too large. Maximum size is 1024KB.");
});

it("names the encrypted file of an archive", async () => {
  const content = new Uint8Array(readFileSync(new URL("fixtures/reference/1password-1pux.1pux", import.meta.url)));
  content.set([1], Buffer.from(content).indexOf("PK\u0001\u0002") + 8);
  await expect(readImportFile({ name: "file.1pux", content, chosen: null, secret: null })).rejects.toThrow(
    /^".+" in this archive is encrypted/,
  );
});

it("reads long file names in a tar", async () => {
  const block = (name: string, type: string, text: string): Uint8Array => {
    const bytes = Buffer.alloc(1_024);
    for (const [piece, at] of [
      [name, 0],
      [text.length.toString(8).padStart(11, "0"), 124],
      [type, 156],
      ["ustar", 257],
      [text, 512],
    ] as const)
      bytes.write(piece, at);
    return bytes;
  };
  const name = `${"bank-".repeat(30)}end`;
  const content = Buffer.concat([block("././@LongLink", "L", name), block(name.slice(0, 100), "0", "secret\n")]);
  const { items } = await readImportFile({ name: "store.tar", content, chosen: "pass", secret: null });
  expect(items).toMatchObject([{ name, password: "secret" }]);
});
