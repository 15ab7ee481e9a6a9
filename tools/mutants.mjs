/**
 * `npm run mutants -- --seed 7 --count 40`: draws small faults over all packages, puts in one at a time and looks whether the everyday tests notice.
 * `--at FILE:LINE` tries every fault of one line. Journeys do not run: what they alone notice counts as not noticed. The tree is left as it was.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { ROOT } from "./ensure.mjs";
import { EVERYDAY } from "./parts.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "40" }, at: { type: "string" } },
});

/** Texts, tables of data and styles are not lines that could be wrong in these ways. */
const NOT_CODE = /\.test\.|\/testing\/|\/vectors\/|\/migrations\/|\/words\/|wordlist|\.d\.ts$/;

const sources = () =>
  execFileSync("git", ["ls-files", ":(glob)packages/*/src/**", ":(glob)apps/*/src/**"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !NOT_CODE.test(path));

const OPPOSITES = {
  "===": "!==",
  "!==": "===",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
  "&&": "||",
  "||": "&&",
};

/** @returns the faults of a file: from, to (offsets), text (the replacement), what (for the person who reads it) */
export function faultsIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const faults = [];
  const add = (node, replacement) => {
    const from = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(from).line + 1;
    faults.push({
      path,
      line,
      from,
      to: node.end,
      text: replacement,
      what: `${node.getText(source).slice(0, 70)} → ${replacement || "(nothing)"}`,
    });
  };
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && OPPOSITES[node.operatorToken.getText(source)])
      add(node.operatorToken, OPPOSITES[node.operatorToken.getText(source)]);
    if (ts.isIfStatement(node)) add(node.expression, `!(${node.expression.getText(source)})`);
    if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText(source)})`);
    if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent)) add(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent)) add(node, "true");
    if (ts.isExpressionStatement(node) && (ts.isCallExpression(node.expression) || ts.isAwaitExpression(node.expression))) add(node, ";");
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** mulberry32: the same seed draws the same faults of the same tree. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawn(seed, count) {
  const random = randomFrom(seed);
  const all = sources().flatMap((path) => faultsIn(path, readFileSync(join(ROOT, path), "utf8")));
  return Array.from({ length: count }, () => all.splice(Math.floor(random() * all.length), 1)[0]);
}

const IN_NODE = ["fast"];
const IN_BROWSER = EVERYDAY.vitest.filter((project) => ["browser", "extension", "fill"].includes(project));
const STORIES = EVERYDAY.vitest.filter((project) => ![...IN_NODE, ...IN_BROWSER].includes(project));

/** The everyday tests that import the file, directly or not: the nearest and the cheapest first, because most faults are noticed there. */
const stagesOf = (path) => [
  ["run", `${dirname(path)}/`, ...of(EVERYDAY.vitest)],
  ...[IN_NODE, IN_BROWSER, STORIES].map((projects) => ["related", path, "--run", ...of(projects)]),
];
const of = (projects) => projects.flatMap((project) => ["--project", project]);

const fails = (args) =>
  spawnSync(join(ROOT, "node_modules/.bin/vitest"), [...args, "--bail=1", "--passWithNoTests"], { cwd: ROOT, stdio: "ignore" }).status !==
  0;

const isNoticed = ({ path }) => stagesOf(path).some(fails);

function tryOut(fault) {
  const place = join(ROOT, fault.path);
  const before = readFileSync(place, "utf8");
  writeFileSync(place, before.slice(0, fault.from) + fault.text + before.slice(fault.to));
  try {
    return isNoticed(fault);
  } finally {
    writeFileSync(place, before);
  }
}

function faultsAt(where) {
  const [path, line] = where.split(":");
  if (!existsSync(join(ROOT, path))) throw new Error(`There is no ${path}`);
  return faultsIn(path, readFileSync(join(ROOT, path), "utf8")).filter((fault) => fault.line === Number(line));
}

if (process.argv[1]?.endsWith("mutants.mjs")) {
  const faults = values.at ? faultsAt(values.at) : drawn(Number(values.seed), Number(values.count));
  let noticed = 0;
  // Without this a Ctrl-C would leave the fault in the file: the loop ends between two faults.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  for (const fault of faults) {
    await new Promise(setImmediate);
    const isOk = tryOut(fault);
    if (isOk) noticed += 1;
    console.log(`${isOk ? "noticed " : "SURVIVED"}  ${fault.path}:${fault.line}  ${fault.what.replaceAll("\n", " ")}`);
  }
  console.log(`\n${noticed} of ${faults.length} noticed`);
}
