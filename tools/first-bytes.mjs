/** Counts the script of the sign-in page in the built app, as it goes over the line with gzip: a slow line waits for every byte of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./ensure.mjs";

const SITE = join(ROOT, "apps/web/dist/site");
const manifest = JSON.parse(readFileSync(join(SITE, ".vite/manifest.json"), "utf8"));

/** Bytes, compressed: what must be there before the form can be typed into, and with the client, which loads meanwhile, before it can be sent. */
const LIMITS = [
  ["until the form can be typed into", ["index.html"], 140_000],
  ["until it can be sent", ["index.html", "src/open.ts"], 235_000],
];

/** @returns the keys of everything these import statically, themselves among them. */
function withImports(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    withImports(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const sizeOf = (key) => gzipSync(readFileSync(join(SITE, manifest[key].file)), { level: 9 }).length;

const tooMuch = LIMITS.flatMap(([what, from, limit]) => {
  const bytes = [...withImports(from)].reduce((sum, key) => sum + sizeOf(key), 0);
  console.log(`${what}: ${bytes} bytes of script, at most ${limit}`);
  return bytes > limit ? [what] : [];
});
// A page of its own file would come after all of this, and not be counted.
const isOwnFile = Object.keys(manifest).some((key) => key.endsWith("/LoginPage.tsx"));
if (isOwnFile) console.log("the sign-in page is loaded apart");
// What the server sends is compressed by the build.
const plain = Object.values(manifest).filter(
  ({ file }) => /\.(?:js|css)$/.test(file) && !existsSync(join(SITE, `${file}.br`)) && readFileSync(join(SITE, file)).length > 1_000,
);
for (const { file } of plain) console.log(`${file} has no compressed copy`);
process.exit(tooMuch.length > 0 || isOwnFile || plain.length > 0 ? 1 : 0);
