/** The built web app: hashed files for a year, the page itself never from a cache, and the page for every path that the app's router knows. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@coffer/contract/errors";
import serveFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApi } from "./headers.ts";

/** From src/http and from dist/http alike. */
export const WEB_DIR = fileURLToPath(new URL("../../../web/dist/site", import.meta.url));
/** Vite puts what has a hash in its name here. */
const HASHED = /[\\/]assets[\\/]/;

/** @param webDir - absent before the web app is built: then only the API is served */
export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  const hasApp = existsSync(join(webDir, "index.html"));
  if (hasApp) {
    await app.register(async (files) => {
      await files.register(serveFiles, {
        root: webDir,
        index: false, // the page is sent for its path as for every other
        wildcard: false,
        cacheControl: false,
        preCompressed: true, // the build leaves a smaller copy beside each file it helps (apps/web/precompress.ts)
        setHeaders: (reply, path) => {
          reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
        },
      });
      files.get("/*", (request, reply) => sendPage(request, reply));
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request.url)) throw new AppError("not_found");
    void reply
      .status(404)
      .type("text/plain; charset=utf-8")
      .send(hasApp ? "Not found" : "The web app is not built yet: npm run build");
  });
}

/** A path with a dot in its last part asks for a file that is not there; any other is the app's to answer. */
function sendPage(request: FastifyRequest, reply: FastifyReply): unknown {
  const path = request.url.split("?")[0] ?? "";
  if (isApi(request.url) || /\.[^/]*$/.test(path)) return reply.callNotFound();
  return reply.sendFile("index.html");
}
