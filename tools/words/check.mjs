/** For `npm run check`: every text of the sources is in each language's table, with what is inserted, and no table has a text that is gone. */
import { hasTexts, TRANSLATED, tableOf } from "./files.mjs";
import { textsOf } from "./find-texts.mjs";
import { readPage, textsOfPage } from "./page-texts.mjs";

const inserted = (text) => (text.match(/\{\d+\}/g) ?? []).sort().join();

/** @returns {string[]} the texts of a file, those in inserted parts too */
const everyText = (texts) => texts.flatMap(({ text, slots }) => [text, ...slots.flatMap((slot) => everyText(slot.texts))]);

/** @param sources - by path @returns {Map<string, string[]>} the files of each text */
function allTexts(sources) {
  const all = new Map();
  for (const [path, source] of sources)
    if (hasTexts(path)) for (const text of everyText(textsOf(path, source))) all.set(text, [...(all.get(text) ?? []), path]);
  return all;
}

function wrongRow(language, key, words, all) {
  const [, text, path] = /^(.*?)(?: @(\S+\.tsx?))?$/s.exec(key);
  if (!all.has(text) || (path !== undefined && !all.get(text).includes(path)))
    return `${language}.json has a text that no source has: ${key}`;
  if (words === null) return undefined;
  if (inserted(words) !== inserted(text)) return `${language}.json inserts something else: ${key}`;
  return undefined;
}

const tablesOfAll = () => Object.fromEntries(TRANSLATED.map((language) => [language, tableOf(language)]));

/** @param sources - by path @param tables - by language @returns one line for each text that is missing or no longer there */
export function untranslated(sources, tables = tablesOfAll(), page = readPage()) {
  const all = allTexts(sources);
  for (const text of textsOfPage(page)) all.set(text, [...(all.get(text) ?? []), "apps/web/index.html"]);
  return Object.entries(tables).flatMap(([language, table]) => [
    ...[...all]
      .filter(([text]) => table[text] === undefined)
      .map(([text, [path]]) => `${path}: ${language}.json has no words for: ${text}`),
    ...Object.entries(table).flatMap(([key, words]) => wrongRow(language, key, words, all) ?? []),
  ]);
}
