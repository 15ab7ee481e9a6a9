/**
 * Has the page painted before the app's own files are there: what `first/` holds goes into two small files of its own, named by their content, and the app's style
 * sheet moves behind the outline, which it would hold up.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** Address in the page, and its contents. Colours and measures have one home, `tokens.css`. */
const FIRST: Readonly<Record<string, () => string>> = {
  "/first/first.js": () => read("first/first.js") + read("first/ahead.js"),
  "/first/first.css": () => read("../../packages/app/src/ui/tokens.css") + read("first/first.css"),
};
const APP_SHEET = /\s*<link rel="stylesheet" crossorigin href="[^"]+">/g;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*/g, "\n");

function hashedName(address: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return address.replace(/^\/first\/(\w+)/, `assets/$1-${hash}`);
}

/** The sign in the outline is part of the page: as a file of its own each load would ask whether it is still the same. */
const withSign = (html: string): string =>
  html.replaceAll('src="/favicon.svg"', `src="data:image/svg+xml,${encodeURIComponent(read("public/favicon.svg").trim())}"`);

/** Address in the page, address in the build, and its contents. */
const built = (): readonly (readonly [from: string, fileName: string, source: string])[] =>
  Object.entries(FIRST).map(([from, text]) => {
    const source = withoutComments(text());
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
    generateBundle() {
      for (const [, fileName, source] of built()) this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const sheets = html.match(APP_SHEET)?.join("") ?? "";
        const page = withSign(html)
          .replace(APP_SHEET, "")
          .replace(/(?=\s*<noscript>)/, sheets);
        return built().reduce((text, [from, fileName]) => text.replace(" vite-ignore", "").replaceAll(`"${from}"`, `"/${fileName}"`), page);
      },
    },
  };
}
