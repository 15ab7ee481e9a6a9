/**
 * The recipe of own.json, kept so that a reader sees how it was made. It writes the file once and refuses to write it again: a pinned vector
 * is never edited. A new format gets a new file. Run: `npx tsx packages/crypto/src/vectors/generate.mjs`
 */
import { writeFile } from "node:fs/promises";

const file = new URL("./own.json", import.meta.url);
const empty = { source: "this project", inputs: {}, outputs: {}, hpke: { enc: "", ct: "" } };

// The module of the checks imports the file, so it must be there before that module is loaded; `wx` refuses when it already is.
await writeFile(file, JSON.stringify(empty), { flag: "wx" });
const { computeHpke, computeOutputs, INPUTS } = await import("../testing/pinned.ts");
const vectors = { source: "this project; see generate.mjs", inputs: INPUTS, outputs: await computeOutputs(), hpke: await computeHpke() };
await writeFile(file, `${JSON.stringify(vectors, null, 2)}\n`);
