/** `npm run gym`: how well the extension knows the fields of our own pages. `npm run gym -- --pages DIR --out results.json`: what it sees on any pages. */
import { parseArgs } from "node:util";
import { runFixtures } from "./fixtures.mjs";
import { seeFolder } from "./pages.mjs";

const { values } = parseArgs({
  options: { pages: { type: "string" }, out: { type: "string", default: "results.json" }, only: { type: "string", default: "" } },
});

const isGood = values.pages === undefined ? await runFixtures(values.only) : (await seeFolder(values.pages, values.out)) === 0;
process.exit(isGood ? 0 : 1);
