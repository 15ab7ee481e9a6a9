/** `npm run gym`: how well the extension knows and fills fields. `npm run gym -- --pages DIR --out results.json`: what it sees on any pages. */
import { parseArgs } from "node:util";
import { seeFolder } from "./pages.mjs";

const { values } = parseArgs({ options: { pages: { type: "string" }, out: { type: "string", default: "results.json" } } });

if (values.pages !== undefined) process.exit((await seeFolder(values.pages, values.out)) > 0 ? 1 : 0);
