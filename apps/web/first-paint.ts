/**
 * Has the page painted before the app's own files are there: what `first/` holds goes into two small files of its own, named by their content, and the app's style
 * sheet moves behind the outline, which it would hold up. The script of it names the files that a session needs.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minifySync, type Plugin, type Rolldown } from "vite";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** Address in the page, and its contents. Colours and measures have one home, `tokens.css`. */
const FIRST: Readonly<Record<string, () => string>> = {
  "/first/first.js": () => read("first/first.js") + read("first/early-requests.js"),
  "/first/first.css": () => read("../../packages/app/src/ui/tokens.css") + read("first/first.css"),
};
const APP_SHEET = /\s*<link rel="stylesheet" crossorigin href="[^"]+">/g;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*/g, "\n");

/** Both as small as they can be: every page waits for them. */
const small = (from: string, text: string): string => (from.endsWith(".js") ? minifySync(from, text).code : withoutComments(text));

function hashedName(address: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return address.replace(/^\/first\/(\w+)/, `assets/$1-${hash}`);
}

/** The sign in the outline is part of the page: as a file of its own each load would ask whether it is still the same. */
const withSign = (html: string): string =>
  html.replaceAll('src="/favicon.svg"', `src="data:image/svg+xml,${encodeURIComponent(read("public/favicon.svg").trim())}"`);

/** Files of the build that a session needs, whatever page it begins with (vite.config.ts). */
const OF_A_SESSION: ReadonlySet<string> = new Set(["open-client", "signed-in-parts"]);

/** Their addresses, with those of all that they import: none of them is found out by another. */
function filesOfSession(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunkOf = (file: string) => (bundle[file]?.type === "chunk" ? bundle[file] : undefined);
  const files = new Set(Object.keys(bundle).filter((file) => OF_A_SESSION.has(chunkOf(file)?.name ?? "")));
  if (files.size !== OF_A_SESSION.size) throw new Error("The files of a session are not where they are looked for");
  for (const file of files) for (const imported of chunkOf(file)?.imports ?? []) files.add(imported);
  // The page itself asks for its program, and for what that imports.
  const programs = Object.values(bundle).flatMap((file) => (file.type === "chunk" && file.isEntry ? [file.fileName, ...file.imports] : []));
  const scripts = [...files].filter((file) => !programs.includes(file));
  const sheets = scripts.flatMap((file) => [...(chunkOf(file)?.viteMetadata?.importedCss ?? [])]);
  return [...scripts, ...new Set(sheets)].map((file) => `/${file}`);
}

/** Address in the page, address in the build, and its contents. */
const built = (bundle: Rolldown.OutputBundle): readonly (readonly [from: string, fileName: string, source: string])[] =>
  Object.entries(FIRST).map(([from, text]) => {
    const source = small(from, text().replace("const files = [];", `const files = ${JSON.stringify(filesOfSession(bundle))};`));
    return [from, hashedName(from, source), source];
  });

export function firstPaint(): Plugin {
  return {
    name: "coffer-first-paint",
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const text = FIRST[request.url ?? ""]?.();
        if (text === undefined) return next();
        response.setHeader("content-type", request.url?.endsWith(".css") ? "text/css" : "text/javascript");
        response.end(text);
      });
    },
    generateBundle(_, bundle) {
      for (const [, fileName, source] of built(bundle)) this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const sheets = html.match(APP_SHEET)?.join("") ?? "";
        const page = withSign(html)
          .replace(APP_SHEET, "")
          .replace(/(?=\s*<noscript>)/, sheets);
        return built(bundle).reduce(
          (text, [from, fileName]) => text.replace(" vite-ignore", "").replaceAll(`"${from}"`, `"/${fileName}"`),
          page,
        );
      },
    },
  };
}
