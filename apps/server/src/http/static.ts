/** The built web app: hashed files for a year, the page itself never from a cache, and the page for every path that the app's router knows. */
import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "@coffer/contract/errors";
import serveFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { documentSender } from "./documents.ts";
import { isApi } from "./headers.ts";

/** From src/http and from dist/http alike. */
export const WEB_DIR = fileURLToPath(new URL("../../../web/dist/site", import.meta.url));
/** Vite puts what has a hash in its name here. */
const HASHED = /[\\/]assets[\\/]/;

/** The paths of all files, as a browser asks for them. What begins with a dot is the build's own. */
const filesBelow = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep))
      .filter((parts) => !parts.some((part) => part.startsWith(".")))
      .map((parts) => parts.join("/")),
  );

/**
 * @param webDir - absent before the web app is built: then only the API is served
 * @param publicUrl - where people reach it, if that is known: the picture that other sites show for a link needs a whole address
 */
export async function serveWebApp(app: FastifyInstance, webDir: string, publicUrl: string | null = null): Promise<void> {
  const hasApp = existsSync(join(webDir, "index.html"));
  if (hasApp) {
    const send = documentSender(webDir, publicUrl);
    const names = filesBelow(webDir);
    await app.register(async (files) => {
      await files.register(serveFiles, {
        root: webDir,
        serve: false, // registering a route for each of some seven hundred files took a seventh of every start
        cacheControl: false,
        preCompressed: true, // the build leaves a smaller copy next to each file it helps (apps/web/precompress.ts)
        setHeaders: (reply, path) => {
          reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
        },
      });
      files.get<{ Params: { "*": string } }>("/*", (request, reply) => {
        const name = request.params["*"];
        return names.has(name) ? reply.sendFile(name) : sendPage(request, reply, send);
      });
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

/** A path with a dot in its last part names a file that does not exist; any other is for the app's router. */
function sendPage(request: FastifyRequest, reply: FastifyReply, send: ReturnType<typeof documentSender>): unknown {
  const path = request.url.split("?")[0] ?? "";
  if (isApi(request.url) || /\.[^/]*$/.test(path)) return reply.callNotFound();
  return send(request, reply);
}
