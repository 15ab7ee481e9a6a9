/** Serves a folder of pages on this machine alone. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".htm": "text/html",
  ".xhtml": "application/xhtml+xml",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** A page without a declared encoding is UTF-8 if its bytes are; otherwise the browser guesses. */
function typeOf(path) {
  const type = TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
  if (!type.startsWith("text/")) return type;
  const bytes = readFileSync(path);
  const says = /<meta[^>]+charset/i.test(bytes.subarray(0, 4096).toString("latin1"));
  return !says && isUtf8(bytes) ? `${type}; charset=utf-8` : type;
}

function isUtf8(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Without scripts and automatic redirects; otherwise byte for byte. */
function serveStill(response, path) {
  response.setHeader("content-security-policy", "script-src 'none'; frame-src 'self'");
  const text = readFileSync(path, "latin1").replace(/(http-equiv\s*=\s*["']?)refresh/gi, "$1x-stays");
  response.end(Buffer.from(text, "latin1"));
}

/** @returns the origin, and how to stop. `?still` serves a page whose scripts do not run. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const path = join(folder, normalize(decodeURIComponent(url.pathname)));
    try {
      if (!path.startsWith(folder) || !statSync(path).isFile()) throw new Error("no such file");
      response.setHeader("content-type", typeOf(path));
      if (url.searchParams.has("still")) serveStill(response, path);
      else createReadStream(path).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}
