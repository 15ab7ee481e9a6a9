/**
 * Fits the weights of `packages/fill/src/classify/weights.ts`: `npm run gym:fit`, over our own pages; `npm run gym:fit -- --given DIR` adds labelled pages of others
 * (`labels.json` and `pages/`), of which every third site is left out. `--cross 10` writes nothing: it leaves out another third ten times, and prints how well the rest
 * does on it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../tools/ensure.mjs";
import { crossValidate } from "./cross.mjs";
import { isHeldOut, readLabelledPages } from "./labelled-pages.mjs";
import { fitted, ofGym, ofOthers, readGym, sumOf } from "./learn.mjs";
import { loadEngine } from "./read.mjs";

const OUT = join(ROOT, "packages/fill/src/classify/weights.ts");
/** Never looked at, so it is never changed. */
const LEFT_OUT = "split27";
const LEAST = 0.03;

function written(weights) {
  const rows = [...weights]
    .map(([sign, value]) => [sign, Math.round(value * 100) / 100])
    .filter(([sign, value]) => sign === "" || Math.abs(value) >= LEAST)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sign, value]) => `  ${/^[a-z]+$/.test(sign) ? sign : JSON.stringify(sign)}: ${value},`);
  const before = readFileSync(OUT, "utf8");
  return before.replace(/(NEW_PASSWORD: Weights = \{\n)[^}]*(\};)/, `$1${rows.join("\n")}\n$2`);
}

function learn(engine, gym, given) {
  const examples = [...ofGym(engine, gym), ...ofOthers(engine, given)];
  const weights = fitted(examples);
  writeFileSync(OUT, written(weights));
  const right = examples.filter(({ is, signs }) => sumOf(weights, signs) > 0 === (is === 1)).length;
  console.log(`${examples.length} passwords, ${right} told apart, by ${weights.size} signs: ${OUT}`);
}

const { values } = parseArgs({ options: { given: { type: "string" }, cross: { type: "string" } } });
const engine = await loadEngine();
const gym = await readGym();
const isWanted = (page) => values.cross !== undefined || !isHeldOut(page, LEFT_OUT);
const given = values.given === undefined ? [] : await readLabelledPages(resolve(values.given), isWanted);
if (values.cross === undefined) learn(engine, gym, given);
else crossValidate(engine, { gym, given, times: Number(values.cross) });
