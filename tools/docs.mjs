/** Writes `docs/api.md`, `docs/errors.md` and the table of settings in `docs/operations.md` from the tables in code; with `--check`, says whether they are up to date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { SETTINGS } from "../apps/server/dist/settings.js";
import { allEndpoints } from "../packages/contract/dist/all-endpoints.js";
import { ERRORS } from "../packages/contract/dist/errors.js";
import { unknownRows } from "./named-rows.mjs";

const NOTICE = "<!-- Written by `npm run docs`. Change the contract, not this page. -->";

function renderErrors() {
  const rows = Object.entries(ERRORS).map(([code, [status, message]]) => `| \`${code}\` | ${status} | ${message} |`);
  return [
    NOTICE,
    "# Refusals",
    "",
    "Every refusal is `{ success: false, code, message }`: `message` for people, `code` for programs. The server may say more in `message`; the code never changes.",
    "",
    "| code | status | message |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** A shape in one line: names with a mark for what may be left out. */
function shapeOf(schema) {
  const json = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  return describe(json);
}

function describe(json) {
  if (json.type === "array") return `list of ${describe(json.items ?? {})}`;
  if (json.anyOf) return [...new Set(json.anyOf.map(describe))].join(" or ");
  if (json.type !== "object") return json.const !== undefined ? JSON.stringify(json.const) : (json.type ?? "any");
  const required = new Set(json.required ?? []);
  const names = Object.keys(json.properties ?? {}).map((name) => (required.has(name) ? name : `${name}?`));
  return names.length > 0 ? `{ ${names.join(", ")} }` : "nothing";
}

function renderApi() {
  const sections = allEndpoints().map(([name, spec]) => [
    `## ${spec.method} /api${spec.path.replace(/:(\w+)/g, "{$1}")}`,
    "",
    `${spec.summary} \`${name}\`, ${spec.access === "public" ? "for anyone" : "with a bearer token"}.${spec.fresh ? " Needs a fresh proof of the master password." : ""}${spec.whileLocked ? " Answered in a locked session too." : ""}`,
    "",
    `- takes ${shapeOf(spec.input)}${spec.query ? `, in the query: ${spec.query.join(", ")}` : ""}${spec.file ? `, as a form; \`${spec.file}\` is a file` : ""}`,
    `- answers ${shapeOf(spec.reply)}`,
    ...(spec.refuses.length > 0 ? [`- refuses ${spec.refuses.map((code) => `\`${code}\``).join(", ")}`] : []),
    "",
  ]);
  return [
    NOTICE,
    "# Calls",
    "",
    "All paths work with and without a trailing slash. What looks like content is sealed by the client (see [security.md](security.md)).",
    "The same as OpenAPI: `GET /api/openapi.json`. What every call can answer apart from its own refusals: [errors.md](errors.md).",
    "",
    ...sections.flat(),
  ].join("\n");
}

const SETTINGS_IN_PAGE = /(<!-- SETTINGS: .* -->\n)[\s\S]*?(<!-- end of SETTINGS -->)/;

/** The rest of the page is written by hand. */
function renderSettings(page) {
  const rows = Object.entries(SETTINGS).map(
    ([name, { fallback, without, help }]) => `| \`${name}\` | ${fallback === null ? without : `\`${fallback}\``} | ${help} |`,
  );
  const table = ["| variable | default | meaning |", "|---|---|---|", ...rows, ""].join("\n");
  return page.replace(SETTINGS_IN_PAGE, (_, before, after) => before + table + after);
}

const PAGES = { "docs/errors.md": renderErrors, "docs/api.md": renderApi, "docs/operations.md": renderSettings };
let stale = false;
for (const [path, render] of Object.entries(PAGES)) {
  const url = new URL(`../${path}`, import.meta.url);
  const before = existsSync(url) ? readFileSync(url, "utf8") : "";
  const text = render(before);
  if (before === text) continue;
  stale = true;
  if (process.argv.includes("--check")) console.error(`${path} is out of date: run npm run docs`);
  else writeFileSync(url, text);
}
const security = ["security", "security-details"].map((page) => readFileSync(new URL(`../docs/${page}.md`, import.meta.url), "utf8"));
const unknown = unknownRows(security.join("\n"));
for (const line of unknown) console.error(line);
if (unknown.length > 0) stale = true;
if (stale && process.argv.includes("--check")) process.exit(1);
