/** Holds the sources to what CONTRIBUTING.md asks: lengths, styles, facts with one home. Prints what is wrong, one line each. `npm run check` runs it. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writtenAgain } from "./facts.mjs";
import { tooLong } from "./lengths.mjs";
import { codeWords, oldWords } from "./plain-words.mjs";
import { wrongStyles } from "./styles.mjs";
import { untranslated } from "./words/check.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const listed = (...folders) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(ROOT, path)));
const read = (paths) => new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
const files = read(listed("packages", "apps").filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|\/testing\//.test(path)));
const documents = read(listed("*.md"));

const code = new Map([...files].filter(([path]) => !path.endsWith(".css")));
const wrong = [
  ...[...code].flatMap(([path, text]) => tooLong(path, text)),
  ...wrongStyles(files),
  ...writtenAgain(code),
  ...codeWords(code),
  ...untranslated(new Map([...code, ...read(["apps/extension/browser-texts.mjs"])])),
  ...oldWords(new Map([...files, ...documents])),
];
for (const line of wrong) console.error(line);
process.exit(wrong.length > 0 ? 1 : 0);
