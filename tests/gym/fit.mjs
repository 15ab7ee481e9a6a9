/**
 * Fits the weights of `packages/fill/src/classify/weights.ts`: `npm run gym:fit`, over our own pages; `npm run gym:fit -- --given DIR` adds labelled pages of others (`labels.json` and
 * `pages/`), of which every third site, by a hash of its name, is left out. The same pages always give the same weights.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../tools/ensure.mjs";
import { gymPages } from "./fixtures.mjs";
import { loadEngine, readPages } from "./read.mjs";

const OUT = join(ROOT, "packages/fill/src/classify/weights.ts");
const KINDS =
  /[_-](login|signup|checkout|newsletter|payment|change|email|forgot|reset|password|security|account|contacts?|talent|2fa|otp|credit|cc-card|assign|hidden)(?=[_-]|$).*$/;
const siteOf = (page) => page.replace(/\.html$/, "").replace(KINDS, "");
const isHeldOut = (page) =>
  createHash("sha256")
    .update(`split27:${siteOf(page)}`)
    .digest()[0] %
    3 ===
  0;

/** A sign in fewer places says nothing. */
const FEWEST = 3;
const ROUNDS = 400;
const STEP = 0.5;
/** Pulls weights to 0, so that none is larger than the pages call for. */
const PULL = 0.0004;
const LEAST = 0.03;

/** Pages of others count more than ours, of which many are alike. */
const OF_OTHERS = 2;

const { assignPage } = await loadEngine();

/** Each page of others counts a second time in a language that no table knows, so that the order and number of fields tell something too. */
const STRANGE = 0.2;

/** Other letters in the same places: no word is known any more. */
const strange = (text) =>
  text.replace(/\p{L}+/gu, (word) => `q${Array.from(word, (letter) => "kvzxwj"[letter.codePointAt(0) % 6]).join("")}`);
const READ = new Set(["label", "aria", "placeholder", "title", "near", "described"]);

/** What a person reads is strange; the markup is mostly English everywhere. */
const inStrangeWords = (forms) =>
  forms.map(({ facts, surroundings: { names, ...read } }) => ({
    facts: facts.map(({ texts, sample, ...rest }) => ({
      ...rest,
      sample: strange(sample),
      texts: Object.fromEntries(Object.entries(texts).map(([source, text]) => [source, READ.has(source) ? strange(text) : text])),
    })),
    surroundings: { names, ...Object.fromEntries(Object.entries(read).map(([source, texts]) => [source, texts.map(strange)])) },
  }));

const twice = (forms, wanted) => [
  ...examplesOf(forms, wanted, OF_OTHERS),
  ...examplesOf(inStrangeWords(forms), wanted, OF_OTHERS * STRANGE),
];

/** What the password fields of a page were weighed by. @param wanted - by the place of a field: 1 for a new password, 0 for the current one, null if it is not known. */
function examplesOf(forms, wanted, weight) {
  const placed = assignPage(forms.map(({ facts, surroundings }) => ({ facts, surroundings: () => surroundings })));
  return placed.flatMap(({ fields }) =>
    fields.flatMap(({ facts, weighed }) => {
      const is = weighed === undefined ? null : wanted(facts, fields);
      return is === null ? [] : [{ is, signs: weighed, weight }];
    }),
  );
}

const isNew = (role) => (role === "new-password" ? 1 : role === "current-password" ? 0 : null);

async function ofGym() {
  const folder = mkdtempSync(join(tmpdir(), "coffer-fit-pages-"));
  const pages = gymPages();
  for (const { file, html } of pages) writeFileSync(join(folder, file), html);
  const read = await readPages(
    folder,
    pages.map(({ file }) => file),
  );
  rmSync(folder, { recursive: true });
  return pages.flatMap(({ file }) => examplesOf(read.get(file), ({ truth }) => isNew(truth), 1));
}

/** Where any kind of password is accepted, the kind of the page tells: what it is for, if it has one password alone. */
function truthOf({ role, accept = [] }, kinds, passwords) {
  const all = new Set([role, ...accept]);
  if (!all.has("password")) return all.has("new-password") && all.has("current-password") ? null : isNew(role);
  if (kinds.includes("signup") && !kinds.includes("login")) return 1;
  return kinds.includes("login") && kinds.length === 1 && passwords === 1 ? 0 : null;
}

async function ofOthers(folder) {
  const { pages } = JSON.parse(readFileSync(join(folder, "labels.json"), "utf8"));
  const learned = pages.filter(({ page }) => !isHeldOut(page));
  const read = await readPages(
    join(folder, "pages"),
    learned.map(({ page }) => page),
  );
  return learned.flatMap(({ page, kinds, fields }) => {
    const labels = new Map(fields.map((field) => [field.index, field]));
    const wanted = ({ at }, form) => (labels.has(at) ? truthOf(labels.get(at), kinds, form.filter(({ weighed }) => weighed).length) : null);
    return twice(read.get(page), wanted);
  });
}

/** Logistic regression, by steps that grow smaller for each weight as it settles. */
function fitted(examples) {
  const weights = new Map([["", 0], ...[...countOf(examples)].filter(([, count]) => count >= FEWEST).map(([sign]) => [sign, 0])]);
  const squares = new Map();
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = slopesAt(weights, examples);
    for (const [sign, value] of weights) {
      const slope = (slopes.get(sign) ?? 0) / total + (sign === "" ? 0 : PULL * value);
      const square = (squares.get(sign) ?? 0) + slope * slope;
      squares.set(sign, square);
      weights.set(sign, value - (STEP * slope) / (Math.sqrt(square) + 1e-6));
    }
  }
  return weights;
}

function countOf(examples) {
  const counts = new Map();
  for (const { signs } of examples) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return counts;
}

const sumOf = (weights, signs) => signs.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), weights.get(""));

function slopesAt(weights, examples) {
  const slopes = new Map();
  for (const { is, signs, weight } of examples) {
    const slope = (1 / (1 + Math.exp(-sumOf(weights, signs))) - is) * weight;
    for (const sign of ["", ...signs]) slopes.set(sign, (slopes.get(sign) ?? 0) + slope);
  }
  return slopes;
}

function written(weights) {
  const rows = [...weights]
    .map(([sign, value]) => [sign, Math.round(value * 100) / 100])
    .filter(([sign, value]) => sign === "" || Math.abs(value) >= LEAST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sign, value]) => `  ${/^[a-z]+$/.test(sign) ? sign : JSON.stringify(sign)}: ${value},`);
  const before = readFileSync(OUT, "utf8");
  return before.replace(/(NEW_PASSWORD: Weights = \{\n)[^}]*(\};)/, `$1${rows.join("\n")}\n$2`);
}

const { values } = parseArgs({ options: { given: { type: "string" } } });
const examples = [...(await ofGym()), ...(values.given === undefined ? [] : await ofOthers(resolve(values.given)))];
const weights = fitted(examples);
writeFileSync(OUT, written(weights));
const right = examples.filter(({ is, signs }) => sumOf(weights, signs) > 0 === (is === 1)).length;
console.log(`${examples.length} passwords, ${right} told apart, by ${weights.size} signs: ${OUT}`);
