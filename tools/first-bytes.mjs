/** Counts the script of the sign-in page in the built app, as it goes over the line with gzip, and the faces it waits for, in each language: a slow line waits for every byte of them. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./ensure.mjs";

const SITE = join(ROOT, "apps/web/dist/site");
const textOf = (file) => readFileSync(join(SITE, file), "utf8");
const assets = readdirSync(join(SITE, "assets"));
const sizeOf = (file) => gzipSync(readFileSync(join(SITE, file)), { level: 9 }).length;
const FACE = /[\w-]+\.woff2/g;
const PUBLIC = /\/(?:site|registration|recovery|sign-in)\/\w+\.tsx$|\/(?:AcceptInvitationPage|UndoPage|Toasts)\.tsx$/;

/** Bytes, compressed: what must be there before the form can be typed into, and with the client, which loads meanwhile, before it can be sent. English is what this has to be kept small for. */
const LIMITS = { typed: 138_012, sent: 233_000 };
/** Words of another language are longer, and so is their writing: 3%. */
const LIMITS_OF_OTHERS = { typed: 142_000, sent: 240_000 };

/** @returns the manifest of a language's build, its page, and what asks it. */
function readBuild(name) {
  const manifest = JSON.parse(textOf(`.vite/${name}`));
  const keyOf = (part) => Object.keys(manifest).find((key) => manifest[key].name === part);
  const withImports = (keys, seen = new Set()) => {
    for (const key of keys) {
      if (seen.has(key)) continue;
      seen.add(key);
      withImports(manifest[key].imports ?? [], seen);
    }
    return seen;
  };
  const page = textOf(name.replace("manifest", "index").replace(".json", ".html"));
  return { manifest, keyOf, withImports, page, language: /<html lang="(\w+)"/.exec(page)?.[1] };
}

/** No part of the manifest: the script that runs before all others, which the page names, and that of the thread that works out the keys, loaded while the password is typed. */
function tooMuchScript({ manifest, keyOf, withImports, page, language }) {
  const limits = language === "en" ? LIMITS : LIMITS_OF_OTHERS;
  const [, first] = /<script\s+src="\/(assets\/first-[^"]+\.js)"/.exec(page) ?? [];
  // The file of the client (apps/web/vite.config.ts).
  const files = (keys) => [...withImports(keys)].map((key) => manifest[key].file);
  const withClient = files(["index.html", keyOf("open-client")]);
  const texts = withClient.map(textOf);
  const thread = assets.filter((asset) => /^argon2-worker-.*\.js$/.test(asset) && texts.some((text) => text.includes(asset)));
  if (first === undefined || thread.length !== 1) throw new Error("The first scripts are not where they are looked for");
  return [
    ["until the form can be typed into", [...files(["index.html"]), first], limits.typed],
    ["until it can be sent", [...withClient, first, `assets/${thread[0]}`], limits.sent],
  ].filter(([what, all, limit]) => {
    const bytes = all.reduce((sum, file) => sum + sizeOf(file), 0);
    console.log(`${language}: ${what}: ${bytes} bytes of script, at most ${limit}`);
    return bytes > limit;
  });
}

/** Bytes of faces, which are compressed as they are: what the page itself and its sheets ask for, and what follows once it is drawn, for Latin letters. */
function tooManyFaces({ manifest, page, language }) {
  const sheets = [...page.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file]) => textOf(file));
  const asked = [page, ...sheets].flatMap((text) => text.match(FACE) ?? []);
  const later = manifest["src/after-start.ts"].css.flatMap((file) => textOf(file).match(FACE) ?? []);
  if (sheets.length === 0 || later.length === 0) throw new Error("The faces are not where they are looked for");
  return [
    ["before the sign-in is drawn", asked, 60_000],
    ["after it, for Latin letters", later.filter((name) => !name.includes("-latin-ext-")), 130_000],
  ].filter(([what, names, limit]) => {
    const bytes = [...new Set(names)].reduce((sum, name) => sum + statSync(join(SITE, "assets", name)).size, 0);
    console.log(`${language}: ${what}: ${bytes} bytes of faces, at most ${limit}`);
    return bytes > limit;
  });
}

/** What is loaded where it should not be, and what the build has not compressed. */
function outOfPlace({ manifest, keyOf, withImports, language }) {
  const keys = Object.keys(manifest);
  // A page of its own file would come after all of this, and not be counted.
  const apart = keys.some((key) => key.endsWith("/LoginPage.tsx")) ? ["the sign-in page is loaded apart"] : [];
  // What only a session needs (apps/web/vite.config.ts): no page without one loads any of it.
  const inSession = keyOf("signed-in-parts");
  const publicParts = keys.filter((key) => PUBLIC.test(key));
  if (inSession === undefined || publicParts.length < 10)
    throw new Error("The pages that anyone may see are not where they are looked for");
  const tooMany = publicParts.filter((key) => withImports([key]).has(inSession)).map((key) => `${key} loads what only a session needs`);
  // What the server sends is compressed by the build.
  const plain = Object.values(manifest)
    .filter(({ file }) => /\.(?:js|css)$/.test(file) && !existsSync(join(SITE, `${file}.br`)) && statSync(join(SITE, file)).size > 1_000)
    .map(({ file }) => `${file} has no compressed copy`);
  const found = [...apart, ...tooMany, ...plain];
  for (const problem of found) console.log(`${language}: ${problem}`);
  return found;
}

const builds = readdirSync(join(SITE, ".vite"))
  .filter((name) => name.startsWith("manifest"))
  .sort();
const problems = builds.map(readBuild).flatMap((build) => [...tooMuchScript(build), ...tooManyFaces(build), ...outOfPlace(build)]);
process.exit(problems.length > 0 ? 1 : 0);
