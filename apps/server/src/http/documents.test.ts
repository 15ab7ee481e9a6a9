import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveWebApp } from "./static.ts";

const webDir = mkdtempSync(join(tmpdir(), "coffer-languages-"));
const page = (code: string, image = "/og.png") => `<html lang="${code}"><meta property="og:image" content="${image}" />`;
const PUBLIC_URL = "https://vault.example.com";
const servers: FastifyInstance[] = [];

async function start(publicUrl: string | null): Promise<number> {
  const server = fastify();
  servers.push(server);
  await serveWebApp(server, webDir, publicUrl);
  await server.listen({ host: "127.0.0.1", port: 0 });
  return (server.server.address() as AddressInfo).port;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

/** As a browser asks: `fetch` adds a language of its own. */
const ask = (port: number, path: string, headers: Record<string, string>, method = "GET"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request({ port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }));
    })
      .on("error", reject)
      .end();
  });

let port: number;
let publicPort: number;
beforeAll(async () => {
  mkdirSync(join(webDir, "assets"));
  for (const code of ["en", "de", "es"]) {
    const path = join(webDir, code === "en" ? "index.html" : `index.${code}.html`);
    writeFileSync(path, page(code));
    writeFileSync(`${path}.br`, `brotli of ${code}`);
    // As where times are taken out of a package: size and time of all are equal.
    for (const file of [path, `${path}.br`]) utimesSync(file, 1, 1);
  }
  [port, publicPort] = [await start(null), await start(PUBLIC_URL)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(webDir, { recursive: true });
});

describe("the page", () => {
  it.each([
    ["in the language that is chosen", { cookie: "language=de", "accept-language": "es" }, "de"],
    ["also among other cookies", { cookie: "a=b; language=es; c=d" }, "es"],
    ["in English where that is chosen", { cookie: "language=en", "accept-language": "de" }, "en"],
    ["else as the browser asks", { "accept-language": "de-AT,de;q=0.9,en;q=0.8" }, "de"],
    ["in what it wants most", { "accept-language": "de;q=0.4, es-MX;q=0.7, fr" }, "es"],
    ["else in English", { "accept-language": "fr, it" }, "en"],
    ["and where nothing is said", {}, "en"],
    ["and where nonsense is chosen", { cookie: "language=../../etc/passwd", "accept-language": "es" }, "es"],
    ["and where a language is chosen that there is not", { cookie: "language=ar", "accept-language": "de" }, "de"],
  ])("comes %s", async (_, headers: Record<string, string>, code) => {
    for (const path of ["/", "/login", "/vaults/3?from=mail"]) {
      const answer = await ask(port, path, headers);
      expect([answer.status, answer.bytes.toString(), answer.headers["content-language"]]).toEqual([200, page(code), code]);
      const known = await ask(publicPort, path, headers);
      expect(known.bytes.toString()).toBe(page(code, `${PUBLIC_URL}/og.png`));
    }
  });

  it("is told apart by who keeps it on the way, and asked for again each time", async () => {
    for (const at of [port, publicPort]) {
      const { headers } = await ask(at, "/", { "accept-language": "de" });
      expect(headers).toMatchObject({ "cache-control": "no-cache", vary: "accept-encoding, accept-language, cookie" });
    }
  });

  it("is not sent again while it is the same, and is another in another language", async () => {
    for (const at of [port, publicPort]) {
      const [de, es] = await Promise.all(["de", "es"].map((code) => ask(at, "/", { cookie: `language=${code}` })));
      const etag = String(de?.headers.etag);
      expect(etag).not.toBe(es?.headers.etag);
      const again = await ask(at, "/vaults", { cookie: "language=de", "if-none-match": `"other", ${etag}` });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, "cache-control": "no-cache", vary: "accept-encoding, accept-language, cookie" });
      // A browser that has the German page and chose Spanish says both.
      const since = new Date().toUTCString();
      const other = await ask(at, "/vaults", { cookie: "language=es", "if-none-match": etag, "if-modified-since": since });
      expect([other.status, other.headers["content-language"]]).toEqual([200, "es"]);
      const dated = await ask(at, "/vaults", { cookie: "language=es", "if-modified-since": since });
      expect(dated.status).toBe(200);
    }
  });

  it("keeps a choice for a year from then on, which a script cannot in every browser, and makes none for who made none", async () => {
    const cookieAt = async (at: number, cookie: string) => (await ask(at, "/", { cookie, "accept-language": "es" })).headers["set-cookie"];
    const kept = "language=de; Max-Age=31536000; Path=/; SameSite=Lax";
    expect(await cookieAt(port, "a=b; language=de")).toEqual([kept]);
    expect(await cookieAt(publicPort, "language=de")).toEqual([`${kept}; Secure`]);
    for (const cookie of ["", "language=", "language=fr", "language=de%0d%0aset-cookie:x=y"])
      expect(await cookieAt(port, cookie)).toBeUndefined();
  });

  it("is the copy that the build compressed, or one made of what is sent", async () => {
    const built = await ask(port, "/", { cookie: "language=de", "accept-encoding": "gzip, br" });
    expect([built.headers["content-encoding"], built.bytes.toString()]).toEqual(["br", "brotli of de"]);
    const zipped = await ask(port, "/", { cookie: "language=de", "accept-encoding": "gzip" });
    expect(gunzipSync(zipped.bytes).toString()).toBe(page("de"));
    const known = await ask(publicPort, "/", { cookie: "language=de", "accept-encoding": "br" });
    expect(brotliDecompressSync(known.bytes).toString()).toBe(page("de", `${PUBLIC_URL}/og.png`));
  });

  it("has its headers without its text, too", async () => {
    const { status, headers, bytes } = await ask(port, "/", { cookie: "language=es" }, "HEAD");
    expect([status, bytes.length, headers["content-language"]]).toEqual([200, 0, "es"]);
  });
});

it("a document that is asked for by its name is that one, whatever was chosen: it is kept for starts without a server", async () => {
  const named = async (path: string) => (await ask(port, path, { cookie: "language=es" })).bytes.toString();
  expect([await named("/index.html"), await named("/index.de.html")]).toEqual([page("en"), page("de")]);
  expect((await ask(port, "/index.fr.html", {})).status).toBe(404);
});
