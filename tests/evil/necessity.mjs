/**
 * Removes each countermeasure in turn and looks whether a row notices. The row that noticed it the last time (noticed.tsv) is played first: only where that one holds,
 * or none is known, the whole group is.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { play } from "./play-rows.mjs";

const TABLE = new URL("noticed.tsv", import.meta.url);
/** While one waits for its database, another goes on. */
const LANES = 2;

const readTable = () =>
  new Map(
    existsSync(TABLE)
      ? readFileSync(TABLE, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => line.split("\t"))
      : [],
  );

/** Names that are gone leave it. */
function writeTable(noticed, names) {
  const lines = names.filter((name) => noticed.has(name)).map((name) => `${name}\t${noticed.get(name)}\n`);
  writeFileSync(TABLE, lines.join(""));
}

/** @returns `[name, countermeasure]` of those that are removed in this run. @throws when there are none. */
function toRemove(all, words) {
  const group = words[0]?.startsWith("--") ? undefined : words[0];
  const first = words.includes("--from") ? words[words.indexOf("--from") + 1] : undefined;
  const names = Object.keys(all);
  const asked = Object.entries(all).slice(first === undefined ? 0 : names.indexOf(first));
  const found =
    first === undefined || names.includes(first) ? asked.filter(([, { noticedBy }]) => group === undefined || noticedBy === group) : [];
  if (found.length === 0) throw new Error(`No countermeasure is named "${words.join(" ")}"`);
  return found;
}

const exactly = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** @returns the title of the row that fails without it; undefined when none does */
async function noticing(name, { noticedBy }, known, lane) {
  for (const named of [known && exactly(`${noticedBy} ${known}`), `^${exactly(noticedBy)} `]) {
    if (!named) continue;
    const failed = (await play({ without: name, named, lane })).find(({ status }) => status === "failed");
    if (failed) return failed.title;
  }
  return undefined;
}

/** @param words - a group of rows, perhaps, and `--from NAME` @param tell - gets a line for each @returns how many no row has noticed */
export async function removeEach(all, words, tell) {
  const removed = toRemove(all, words);
  const [noticed, idle, left] = [readTable(), [], [...removed]];
  const work = async (lane) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, countermeasure] = next;
      const title = await noticing(name, countermeasure, noticed.get(name), lane);
      tell(`${title ? "noticed" : "MISSED "}  ${name.padEnd(36)} ${title ?? ""}`);
      if (title) noticed.set(name, title);
      else idle.push(name);
      writeTable(noticed, Object.keys(all));
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
  tell(
    `\n${removed.length - idle.length} of ${removed.length} countermeasures are necessary${idle.length > 0 ? `; not noticed: ${idle.join(", ")}` : ""}`,
  );
  return idle.length;
}
