/** Import: a file of five thousand rows, read and reviewed, against only taking its text apart by the separators; and the writing of it. */

import { duplicateGroups, existingFinder, reviewOf } from "../packages/core/dist/transfer/duplicates.js";
import { readContent } from "../packages/core/dist/transfer/file-reading.js";
import { medianOf, row, time } from "./measure.mjs";
import { newAccount } from "./world.mjs";

const ROWS = 5_000;
const RUNS = 5;

const csvOf = (rows) =>
  ["name,url,username,password,note"]
    .concat(
      Array.from(
        { length: rows },
        (_, at) => `Shop ${at},https://shop-${at % 3_000}.example/login,user${at}@example.com,p-${at * 7919}-x,"note, ${at}"`,
      ),
    )
    .join("\n");
const csv = csvOf(ROWS);
/** What the wizard is given (import-wizard.mjs). */
export const fileOf = (rows = ROWS) => ({ csv: csvOf(rows), rows });
const bitwarden = JSON.stringify({
  encrypted: false,
  folders: [],
  items: Array.from({ length: ROWS }, (_, at) => ({
    ...{
      id: String(at),
      folderId: null,
      type: 1,
      name: `Shop ${at}`,
      notes: null,
      favorite: false,
      fields: [{ name: "Answer", value: `blue ${at}`, type: 0 }],
    },
    login: { uris: [{ match: null, uri: `https://shop-${at}.example` }], username: `user${at}`, password: `p-${at}`, totp: null },
  })),
});

async function review(name, content) {
  const answer = await readContent({ name, content, chosen: null, encoding: null });
  if (answer.type !== "read" || answer.reading.candidates.length !== ROWS) throw new Error("not every row was read");
  const { candidates } = answer.reading;
  const known = existingFinder(false).among(candidates);
  return reviewOf(candidates, known, duplicateGroups(candidates));
}

const BOUND_MS = 10_000;

/** Client and server are one process here, so its CPU time is that of both; the database has its own. */
async function write(world) {
  const answer = await readContent({ name: "chrome.csv", content: new TextEncoder().encode(csv), chosen: null, encoding: null });
  const { device } = await newAccount(world, 1);
  const job = { sourceId: "chrome", fileText: csv, candidates: answer.reading.candidates, onProgress: () => undefined };
  const before = process.cpuUsage();
  const { ms, result } = await time(() => device.client.transfer.run(job));
  if (result.created !== ROWS) throw new Error("not every row was written");
  const { user, system } = process.cpuUsage(before);
  return [
    row(`import ${ROWS} rows, wall`, ms, "the bound", BOUND_MS),
    row(`import ${ROWS} rows, CPU`, (user + system) / 1_000, "the bound", BOUND_MS),
  ];
}

export async function measureImport(world) {
  const [rows, json] = [csv, bitwarden].map((text) => new TextEncoder().encode(text));
  const split = await medianOf(RUNS, () => csv.split("\n").map((line) => line.split(",")));
  const parse = await medianOf(RUNS, () => JSON.parse(bitwarden));
  return [
    row(`review ${ROWS} rows of CSV`, await medianOf(RUNS, () => review("chrome.csv", rows)), "split at commas", split),
    row(`review ${ROWS} items of Bitwarden`, await medianOf(RUNS, () => review("bitwarden.json", json)), "JSON.parse", parse),
    ...(await write(world)),
  ];
}
