/** One key stroke in search, compared with the simplest way: lower case and `includes` over the same texts. */
import { kindOf } from "../packages/core/dist/items/kinds.js";
import { buildIndex, search } from "../packages/core/dist/items/search.js";
import { median, row, time } from "./measure.mjs";

const TYPED = ["git", "mail 42", "site99", "example.com 77", "nothing like it"];
const RUNS = 5;

export async function measureSearch({ device }) {
  const { items, vaults } = device.client.vault.contents();
  const { ms: built, result: index } = await time(() => buildIndex(items, new Map(vaults.map(({ id, name }) => [id, name]))));
  const strokes = TYPED.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  const texts = (item) => kindOf(item.kind).search.map((name) => item.fields[name] ?? "");
  const plain = (typed) => items.filter((item) => texts(item).some((text) => text.toLowerCase().includes(typed)));
  const [ours, theirs] = [await timesOf(strokes, (typed) => search(index, typed)), await timesOf(strokes, plain)];
  return [
    row(`a key stroke over ${items.length} items, median`, median(ours), "Array.filter and includes", median(theirs)),
    row(`a key stroke over ${items.length} items, slowest`, Math.max(...ours), "the same, its slowest", Math.max(...theirs)),
    row(`making the index of ${items.length} items`, built, "Array.filter and includes", median(theirs)),
  ];
}

/** @returns one median per stroke. */
async function timesOf(strokes, work) {
  const times = strokes.map(() => []);
  for (let run = 0; run < RUNS; run++) for (const [at, typed] of strokes.entries()) times[at].push((await time(() => work(typed))).ms);
  return times.map(median);
}
