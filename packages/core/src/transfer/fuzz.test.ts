/** Files of every program with random damage: only user-readable errors are thrown, and every row appears once, read or refused. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readImportFile, sourceIdOf, UnreadableFile } from "./import-read.ts";

const FOLDER = new URL("./fixtures/reference/", import.meta.url);
const FILES = readdirSync(FOLDER);
/** Tokens that break readers: syntax of every format, and names of inherited properties. */
const TOKENS = [
  '"',
  ",",
  ";",
  "\t",
  "\n",
  "\r\n",
  "{",
  "}",
  "[",
  "]",
  ":",
  "null",
  "1e999",
  "\\",
  "<",
  ">",
  "&",
  "]]>",
  "<!--",
  "\0",
  "\u{10ffff}",
  "-1",
];
const WORDS = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

interface Change {
  /** From 0 to 1. */
  readonly at: number;
  readonly length: number;
  readonly put: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  put: fc.oneof(fc.constantFrom(...TOKENS, ...WORDS, ...WORDS.map((word) => `"${word}"`)), fc.string({ maxLength: 8 })),
});

/** Changes bytes, so that archives are damaged too. */
function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  let text = Buffer.from(bytes).toString("latin1");
  for (const { at, length, put } of changes) {
    const place = Math.floor(at * text.length);
    text = text.slice(0, place) + Buffer.from(put).toString("latin1") + text.slice(place + length);
  }
  return new Uint8Array(Buffer.from(text, "latin1"));
}

it.each(FILES)("%s, broken anywhere", async (name) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, FOLDER)));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const read = await readImportFile({ name, content: changed(bytes, changes), chosen: null, secret: null }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadableFile);
        return null;
      });
      if (read === null) return;
      const rows = [...read.items.map(({ row }) => row), ...read.refused.map(({ row }) => row)];
      expect(new Set(rows).size).toBe(rows.length);
      for (const { reason } of read.refused) expect(reason).not.toBe("");
    }),
    { numRuns: 60 },
  );
});

it("counts every line of a broken table as read or refused", async () => {
  const table = fc.array(
    fc.constantFrom(
      "A,https://a.example,u,p,",
      ",,,,,just this",
      'B,https://b.example,u,"p"x,',
      "C,,,,",
      'D,https://d.example,u,"open,',
      '"E ""q""",https://e.example,u,p,n',
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(table, async (lines) => {
      const content = new TextEncoder().encode(["name,url,username,password,note", ...lines].join("\n"));
      const { items, refused } = await readImportFile({ name: "file.csv", content, chosen: null, secret: null });
      const rows = [...items.map(({ row }) => Number(row)), ...refused.map(({ row }) => row)].sort((a, b) => a - b);
      expect(rows).toEqual(lines.map((_, index) => index + 1));
    }),
    { numRuns: 200 },
  );
});

it("numbers the rows of a table without a heading and with a broken first line", async () => {
  const content = new TextEncoder().encode('"\n"","A","u","p","https://a.example","n",""\n');
  const { items, refused } = await readImportFile({ name: "file.csv", content, chosen: sourceIdOf("keeper-csv"), secret: null });
  expect([items.map(({ row }) => row), refused.map(({ row }) => row)]).toEqual([[2], [1]]);
});

/** Replaces every string of a JSON value in turn by the name of an inherited property. */
it.each(FILES.filter((name) => name.endsWith(".json")))("%s, with the name of an inherited property in each place", async (name) => {
  const whole: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
  for (const word of WORDS) {
    const text = JSON.stringify(whole, (key, value: unknown) => (typeof value === "string" && key !== "" ? word : value));
    const read = await readImportFile({ name, content: new TextEncoder().encode(text), chosen: null, secret: null }).catch(
      (error: unknown) => error,
    );
    expect(read instanceof UnreadableFile || typeof read === "object").toBe(true);
    expect(read instanceof TypeError || read instanceof RangeError).toBe(false);
  }
});

it.each([
  ["a comment that never ends", "<!--".repeat(200_000)],
  ["tags that never close", "<a>".repeat(200_000)],
  ["arrays in arrays", "[".repeat(200_000)],
  ["quotes without an end", `name,url,username,password\n${'"'.repeat(200_001)}`],
  ["separators", ",".repeat(900_000)],
  [
    "an address list",
    `folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n,,login,x,,,,"${"a.a,".repeat(100_000)}",u,p,`,
  ],
])("%s ends within ten seconds of CPU time", async (_, text) => {
  const before = process.cpuUsage();
  await readImportFile({ name: "file.csv", content: new TextEncoder().encode(text), chosen: null, secret: null }).catch((error: unknown) =>
    expect(error).toBeInstanceOf(UnreadableFile),
  );
  const { user, system } = process.cpuUsage(before); // microseconds
  expect(user + system).toBeLessThan(10_000_000);
});

it("aborts unpacking an endless archive", async () => {
  const packed = new Response(new Blob([new Uint8Array(8_000_000)]).stream().pipeThrough(new CompressionStream("gzip")));
  const once = new Uint8Array(await packed.arrayBuffer());
  // A gzip file can have several members: forty of eight million bytes each fit into a third of a megabyte.
  const bomb = new Uint8Array(once.length * 40);
  for (let part = 0; part < 40; part++) bomb.set(once, part * once.length);
  await expect(readImportFile({ name: "bomb.gz", content: bomb, chosen: null, secret: null })).rejects.toThrow(
    /more than 200 MB|longer than 10 seconds/,
  );
});
