/**
 * Replaces the texts of a source file by those of a language's table (packages/app/src/words). What the table does not have stays as it is, and is found
 * by `npm run check`.
 */
import { textsOf } from "./find-texts.mjs";

/** What was found last in a file: each language's build loads this module again, and reads the same sources. */
globalThis.textsOfSources ??= new Map();
function textsOnce(path, source) {
  const found = globalThis.textsOfSources;
  const last = found.get(path);
  if (last?.source === source) return last.texts;
  const texts = textsOf(path, source);
  found.set(path, { source, texts });
  return texts;
}

const SLOT = /\{(\d+)\}/;

/** @returns the row's translation for this file, or undefined where it has none or is code */
function translationOf(table, text, path) {
  const own = table[`${text} @${path}`];
  return (own === undefined ? table[text] : own) ?? undefined;
}

/** A source from one place to another with its texts replaced. */
function replaced(source, from, to, texts, context) {
  let out = "";
  let at = from;
  for (const text of texts) {
    out += source.slice(at, text.at) + written(source, text, context);
    at = text.end;
  }
  return out + source.slice(at, to);
}

const slotOf = (source, { at, end, texts }, context) => replaced(source, at, end, texts, context);
const inTemplate = (text) => text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replace(/\r/g, "\\r");

const WRITE = {
  literal: (words) => JSON.stringify(words),
  attribute: (words) => `{${JSON.stringify(words)}}`,
  plural: (words) =>
    words
      .split("|")
      .map((word) => JSON.stringify(word))
      .join(", "),
  template: (words, slots) =>
    `\`${words
      .split(SLOT)
      .map((part, at) => (at % 2 === 0 ? inTemplate(part) : `\${${slots[part]}}`))
      .join("")}\``,
  children: (words, slots) =>
    words
      .split(SLOT)
      .map((part, at) => (at % 2 === 1 ? slots[part] : part === "" ? "" : `{${JSON.stringify(part)}}`))
      .join(""),
};

function written(source, text, context) {
  const words = translationOf(context.table, text.text, context.path);
  if (words === undefined) {
    let out = "";
    let at = text.at;
    for (const slot of text.slots) {
      out += source.slice(at, slot.at) + slotOf(source, slot, context);
      at = slot.end;
    }
    return out + source.slice(at, text.end);
  }
  return WRITE[text.form](
    words,
    text.slots.map((slot) => slotOf(source, slot, context)),
  );
}

/** @param path - from the repository's root, with slashes @param table - English → translation; null: no text */
export const translate = (path, source, table) => replaced(source, 0, source.length, textsOnce(path, source), { path, table });
