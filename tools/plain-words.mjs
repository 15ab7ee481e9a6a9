/** Words of the code that no text for people may use. Which ones, and what is said instead, is in docs/glossary.md; `npm run check` reads every text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const GLOSSARY = join(fileURLToPath(new URL("..", import.meta.url)), "docs/glossary.md");

/** Where texts for people are: screens, the public pages, the extension, refusals, mails, and what the client itself says. */
const SPOKEN =
  /^(packages\/(app|client)\/src|packages\/contract\/src\/(errors|audit)\.ts|packages\/core\/src\/(items|health|team|device|transfer|sharing)|apps\/(web|extension)\/src|apps\/server\/src\/mail)/;

/** @returns {readonly {word: string, say: string}[]} the rows of the glossary's last table: what is in backquotes is refused */
export function refusedWords(glossary = readFileSync(GLOSSARY, "utf8")) {
  const rows = glossary.slice(glossary.indexOf("## What screens say instead")).matchAll(/^\| ([^|`]+) \| ([^|]+) \|$/gm);
  return [...rows].flatMap(([, say, words]) => [...words.matchAll(/`([^`]+)`/g)].map(([, word]) => ({ word, say: say.trim() })));
}

/** A sentence, or a part of one: words with spaces between them, and neither style nor markup. */
const isProse = (text) => /\p{L}[,;:]? \p{L}/u.test(text) && !/[<{]|: [\w-]+;/.test(text);

/** What no one is shown: a fault of the program, which is logged. */
const isFault = ({ parent }) => ts.isNewExpression(parent) && parent.expression.getText() === "Error";

/** @returns {{text: string, at: number}[]} */
function textsOf(path, source) {
  const found = [];
  const visit = (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText && isProse(node.text) && !isFault(node)) found.push({ text: node.text, at: node.getStart() });
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** @param code - sources by path @returns one line for each text that uses such a word */
export function codeWords(code, words = refusedWords()) {
  const all = words.map(({ word, say }) => ({ word, say, form: new RegExp(`\\b${word}s?\\b`, "i") }));
  return [...code].flatMap(([path, source]) => {
    if (!SPOKEN.test(path) || !all.some(({ form }) => form.test(source))) return [];
    return textsOf(path, source).flatMap(({ text, at }) =>
      all
        .filter(({ form }) => form.test(text))
        .map(({ word, say }) => {
          const line = source.slice(0, at).split("\n").length;
          return `${path}:${line} a text says "${word}": say "${say}" (docs/glossary.md): ${text.trim().replace(/\s+/g, " ").slice(0, 90)}`;
        }),
    );
  });
}

/** Words of comments and documents that have a plainer one. `"nobody"` in quotes is a name. Each was gone at 2026-11-30, and stays gone. */
const OLD_WORDS = [
  [/(?<!["`])\bnobody\b/i, "no one"],
  [/\bwhoever\b/i, "anyone who, no matter who"],
  [/\bsomebody\b/i, "someone"],
  [/\banew\b/i, "again"],
  [/\bbeside\b/i, "next to"],
  [/\bof ours\b/i, "of the extension, of Coffer"],
  [/\bstands\b(?! (out|still))/i, "is, is kept"],
  [/\blies (in|on|sealed|apart|where|next to)\b/i, "is stored"],
  [/\b(comes?|goes|brought|moves) home\b/i, "returns"],
];

/** Of Markdown every line, of code what is in comments. Addresses have no blank after their slashes. */
const commentsOf = (path, text) =>
  path.endsWith(".md")
    ? [{ text, at: 0 }]
    : [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;,{}()])\/\/ .*$/gm)].map((found) => ({ text: found[0], at: found.index }));

/** @param sources - by path, documents too @returns one line for each such word */
export function oldWords(sources) {
  return [...sources].flatMap(([path, source]) =>
    commentsOf(path, source).flatMap(({ text, at }) =>
      OLD_WORDS.flatMap(([form, say]) =>
        [...text.matchAll(new RegExp(form, "gi"))].map(
          (found) => `${path}:${source.slice(0, at + found.index).split("\n").length} says "${found[0]}": say "${say}"`,
        ),
      ),
    ),
  );
}
