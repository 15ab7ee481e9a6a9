/** Values without a field are kept elsewhere or reported, and files that take too long are refused: nothing is dropped silently. */
import { afterEach, expect, it, vi } from "vitest";
import { TAGS_MAX } from "../items/structured-fields.ts";
import { UnpackBudget } from "./archive/limits.ts";
import { readContent } from "./file-reading.ts";
import { readImportFile } from "./import-read.ts";
import type { SourceId } from "./sources.ts";

/** Of one item. */
const HISTORY_MAX = 20;

const read = (name: string, content: Uint8Array, chosen: SourceId | null = null) => readImportFile({ name, content, chosen, secret: null });

/** Builds a tar archive. */
function tarOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const blocks = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.alloc(1_024);
    bytes.write(name, 0);
    bytes.write(content.length.toString(8).padStart(11, "0"), 124);
    bytes.write("0", 156);
    bytes.write("ustar", 257);
    bytes.set(content, 512);
    return bytes;
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

afterEach(() => void vi.useRealTimers());

it("an archive that takes longer than ten seconds to unpack is refused", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const budget = new UnpackBudget();
  budget.spend(1);
  vi.advanceTimersByTime(10_001);
  expect(() => budget.spend(1)).toThrow("took longer than 10 seconds");
});

it("an attachment in an archive is not an entry, and is reported", async () => {
  const content = tarOf({ "mail/work": Buffer.from("secret\n"), "attachments/scan": Buffer.from("no password\n") });
  const answer = await readContent({ name: "store.tar", content, chosen: "pass", secret: null, encoding: null });
  if (answer.type !== "read") throw new Error(answer.type);
  expect(answer.reading.candidates.map(({ fields }) => fields.password)).toEqual(["secret"]);
  expect(answer.reading.errors.map(({ message }) => message)).toEqual(['Files of this archive that are not kept (1): "attachments/scan".']);
});

it("the command that prints an import reports them too", async () => {
  const content = tarOf({ "mail/work": Buffer.from("secret\n"), "attachments/scan": Buffer.from("no password\n") });
  expect((await read("store.tar", content, "pass")).errors?.map(({ reason }) => reason)).toEqual([
    'Files of this archive that are not kept (1): "attachments/scan".',
  ]);
});

it("sensitive numbers without a field become hidden custom fields", async () => {
  const identity = { firstName: "Ann", ssn: "078-05-1120", licenseNumber: "D123", passportNumber: "P456", company: "Harbour" };
  const bitwarden = { encrypted: false, folders: [], items: [{ id: "1", type: 4, name: "A", identity }] };
  const [item] = (await read("bitwarden.json", Buffer.from(JSON.stringify(bitwarden)))).items;
  for (const value of ["078-05-1120", "D123", "P456"])
    expect(item?.custom).toContainEqual(expect.objectContaining({ value, type: "hidden" }));
  expect(item?.custom).toContainEqual(expect.objectContaining({ value: "Harbour", type: "text" }));
});

it("Bitwarden's older single address is kept, alone and next to the list of addresses", async () => {
  const logins = [{ uri: "https://old.example" }, { uris: [{ uri: "https://new.example" }], uri: "https://old.example" }];
  const bitwarden = { encrypted: false, folders: [], items: logins.map((login, at) => ({ id: `${at}`, type: 1, name: "A", login })) };
  const { items } = await read("bitwarden.json", Buffer.from(JSON.stringify(bitwarden)));
  expect(items.map(({ urls }) => urls)).toEqual([["https://old.example"], ["https://new.example", "https://old.example"]]);
});

it("a text of an archive that is not UTF-8 is read as Windows-1252", async () => {
  const { items } = await read("store.tar", tarOf({ "mail/work": Buffer.from("caf\xe9\n", "latin1") }), "pass");
  expect(items.map(({ password }) => password)).toEqual(["café"]);
});

it("previous passwords and tags beyond the limits become custom fields", async () => {
  const earlier = Array.from({ length: HISTORY_MAX + 5 }, (_, at) => `earlier-${at}-end`);
  const passwordHistory = earlier.map((password, at) => ({ password, lastUsedDate: new Date(Date.UTC(2020, 0, at + 1)).toISOString() }));
  const login = { username: "ann", password: "now", uris: [{ uri: "https://a.example" }] };
  const bitwarden = { encrypted: false, folders: [], items: [{ id: "1", type: 1, name: "A", login, passwordHistory }] };
  const first = JSON.stringify((await read("bitwarden.json", Buffer.from(JSON.stringify(bitwarden)))).items);
  expect(earlier.filter((password) => !first.includes(password))).toEqual([]);

  const tags = Array.from({ length: TAGS_MAX + 5 }, (_, at) => `tag-${at}-end`);
  const xml = `<KeePassFile><Root><Group><Name>Root</Name><Entry><Tags>${tags.join(";")}</Tags><String><Key>Title</Key><Value>A</Value></String><String><Key>Password</Key><Value>p</Value></String></Entry></Group></Root></KeePassFile>`;
  const second = JSON.stringify((await read("keepass.xml", Buffer.from(xml))).items);
  expect(tags.filter((tag) => !second.includes(tag))).toEqual([]);
});
