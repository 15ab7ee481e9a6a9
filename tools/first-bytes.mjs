/** Counts the script of the sign-in page in the built app, as it goes over the line with gzip, and the faces it waits for: a slow line waits for every byte of them. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./ensure.mjs";

const SITE = join(ROOT, "apps/web/dist/site");
const manifest = JSON.parse(readFileSync(join(SITE, ".vite/manifest.json"), "utf8"));

/** The file of the client (apps/web/vite.config.ts). */
const CLIENT = Object.keys(manifest).find((key) => manifest[key].name === "open-client");

/** No part of the manifest: the script that runs before all others, and that of the thread that works out the keys, which is loaded while the password is typed. */
const assets = readdirSync(join(SITE, "assets"));
const named = (start) => assets.filter((name) => name.startsWith(`${start}-`) && name.endsWith(".js")).map((name) => `assets/${name}`);

/** Bytes, compressed: what must be there before the form can be typed into, and with the client, which loads meanwhile, before it can be sent. */
const LIMITS = [
  ["until the form can be typed into", ["index.html"], named("first"), 138_012],
  ["until it can be sent", ["index.html", CLIENT], [...named("first"), ...named("argon2-worker")], 233_000],
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

const sizeOf = (file) => gzipSync(readFileSync(join(SITE, file)), { level: 9 }).length;

const tooMuch = LIMITS.flatMap(([what, from, more, limit]) => {
  const files = [...[...withImports(from)].map((key) => manifest[key].file), ...more];
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  console.log(`${what}: ${bytes} bytes of script, at most ${limit}`);
  return bytes > limit ? [what] : [];
});
/** Bytes of faces, which are compressed as they are: what the page itself and its sheets ask for, and what follows once it is drawn, for Latin letters. */
const FACE = /[\w-]+\.woff2/g;
const page = readFileSync(join(SITE, "index.html"), "utf8");
const sheets = [...page.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file]) => readFileSync(join(SITE, file), "utf8"));
const asked = [page, ...sheets].flatMap((text) => text.match(FACE) ?? []);
const later = manifest["src/after-start.ts"].css.flatMap((file) => readFileSync(join(SITE, file), "utf8").match(FACE) ?? []);
const tooHeavy = [
  ["before the sign-in is drawn", asked, 60_000],
  ["after it, for Latin letters", later.filter((name) => !name.includes("-latin-ext-")), 130_000],
].flatMap(([what, names, limit]) => {
  const bytes = [...new Set(names)].reduce((sum, name) => sum + statSync(join(SITE, "assets", name)).size, 0);
  console.log(`${what}: ${bytes} bytes of faces, at most ${limit}`);
  return bytes > limit ? [what] : [];
});
if (sheets.length === 0 || later.length === 0) throw new Error("The faces are not where they are looked for");
// A page of its own file would come after all of this, and not be counted.
const isOwnFile = Object.keys(manifest).some((key) => key.endsWith("/LoginPage.tsx"));
if (isOwnFile) console.log("the sign-in page is loaded apart");
/** What only a session needs (apps/web/vite.config.ts): no page without one loads any of it. */
const IN_A_SESSION = Object.keys(manifest).find((key) => manifest[key].name === "signed-in-parts");
const PUBLIC = /\/(?:site|registration|recovery|sign-in)\/\w+\.tsx$|\/(?:AcceptInvitationPage|UndoPage|Toasts)\.tsx$/;
const publicParts = Object.keys(manifest).filter((key) => PUBLIC.test(key));
const tooMany = publicParts.filter((key) => withImports([key]).has(IN_A_SESSION));
for (const key of tooMany) console.log(`${key} loads what only a session needs`);
if (IN_A_SESSION === undefined || publicParts.length < 10)
  throw new Error("The pages that anyone may see are not where they are looked for");
// What the server sends is compressed by the build.
const plain = Object.values(manifest).filter(
  ({ file }) => /\.(?:js|css)$/.test(file) && !existsSync(join(SITE, `${file}.br`)) && readFileSync(join(SITE, file)).length > 1_000,
);
for (const { file } of plain) console.log(`${file} has no compressed copy`);
process.exit(tooMuch.length + tooHeavy.length + tooMany.length > 0 || isOwnFile || plain.length > 0 ? 1 : 0);
