import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../log.ts";
import { addHeaders } from "./headers.ts";
import { refuseWith } from "./refusals.ts";
import { serveSecurityTxt } from "./security-txt.ts";
import { serveWebApp } from "./static.ts";

const webDir = mkdtempSync(join(tmpdir(), "coffer-web-"));
/** What the web app puts next to its page, as the build copies it. */
const PUBLIC = fileURLToPath(new URL("../../../web/public", import.meta.url));
let app: FastifyInstance;

async function serve(dir: string): Promise<FastifyInstance> {
  const server = fastify();
  server.setErrorHandler(refuseWith(silentLog, String));
  addHeaders(server, { publicUrl: null, breachCheckUrl: null });
  serveSecurityTxt(server, { mailFrom: "Coffer <vault@example.com>", publicUrl: "https://vault.example.com", port: 3000 });
  await serveWebApp(server, dir);
  return server;
}

beforeAll(async () => {
  mkdirSync(join(webDir, "assets"));
  mkdirSync(join(webDir, ".vite"));
  writeFileSync(join(webDir, ".vite/manifest.json"), "{}");
  writeFileSync(join(webDir, "index.html"), "<title>Coffer</title>");
  for (const name of ["index.html", "assets/app-1a2b.js"]) {
    writeFileSync(join(webDir, `${name}.br`), `brotli of ${name}`);
    writeFileSync(join(webDir, `${name}.gz`), `gzip of ${name}`);
  }
  writeFileSync(join(webDir, "assets/app-1a2b.js"), `console.log("${"a".repeat(4000)}");`);
  writeFileSync(join(webDir, "icon.svg"), "<svg/>");
  cpSync(PUBLIC, webDir, { recursive: true });
  app = await serve(webDir);
});
afterAll(() => rmSync(webDir, { recursive: true }));

const get = async (url: string, headers = {}) => {
  const { statusCode, body, headers: given } = await app.inject({ url, headers });
  return { statusCode, body, cache: given["cache-control"], encoding: given["content-encoding"], policy: given["content-security-policy"] };
};

describe("the addresses a page may ask", () => {
  const policyWith = async (breachCheckUrl: string | null): Promise<string> => {
    const server = fastify();
    addHeaders(server, { publicUrl: null, breachCheckUrl });
    server.get("/", () => "");
    return String((await server.inject({ url: "/" })).headers["content-security-policy"]);
  };

  it("are our own, and that of the list of leaked passwords where there is one: its origin alone", async () => {
    expect(await policyWith(null)).toContain("connect-src 'self';");
    expect(await policyWith("https://leaks.example:8443/range/")).toContain("connect-src 'self' https://leaks.example:8443;");
    expect((await policyWith("https://leaks.example/range/")).replace(" https://leaks.example", "")).toBe(await policyWith(null));
  });
});

describe("the web app", () => {
  it.each(["/", "/login", "/vaults/3", "/register?token=abc", "/apidocs"])("is the page at %s, never from a cache", async (url) => {
    expect(await get(url)).toMatchObject({
      statusCode: 200,
      body: "<title>Coffer</title>",
      cache: "no-cache",
      policy: expect.stringContaining("'self'"),
    });
  });

  it("has hashed files that stay for a year, others that are asked for again", async () => {
    expect(await get("/assets/app-1a2b.js")).toMatchObject({ statusCode: 200, cache: "public, max-age=31536000, immutable" });
    expect(await get("/icon.svg")).toMatchObject({ cache: "no-cache" });
  });

  it("answers a request for the headers of a file, or for a part of it", async () => {
    const { statusCode, headers, body } = await app.inject({ method: "HEAD", url: "/icon.svg" });
    expect([statusCode, headers["content-length"], body]).toEqual([200, "6", ""]);
  });

  it("does not serve the build's internal files, nor what is next to the app", async () => {
    for (const url of ["/.vite/manifest.json", "/assets/../.vite/manifest.json", "/..%2f..%2fetc%2fpasswd.txt", "/assets/none.js"])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    expect((await get("/assets%2fapp-1a2b.js")).body).toBe((await get("/assets/app-1a2b.js")).body);
  });

  it.each([
    ["/", "index.html", "no-cache"],
    ["/login", "index.html", "no-cache"],
    ["/assets/app-1a2b.js", "assets/app-1a2b.js", "public, max-age=31536000, immutable"],
  ])("sends for %s the copy that the build compressed", async (url, name, cache) => {
    const given = (accepted: string) => get(url, { "accept-encoding": accepted });
    expect(await given("gzip, deflate, br")).toMatchObject({ encoding: "br", body: `brotli of ${name}`, cache });
    expect(await given("gzip")).toMatchObject({ encoding: "gzip", body: `gzip of ${name}`, cache });
    expect(await given("identity")).toMatchObject({ encoding: undefined, cache });
    expect(await get("/icon.svg", { "accept-encoding": "br" })).toMatchObject({ encoding: undefined, body: "<svg/>" });
  });

  it.each([
    ["/favicon.ico", /^image\/(?:vnd\.microsoft\.icon|x-icon)/],
    ["/favicon.svg", /^image\/svg\+xml/],
    ["/apple-touch-icon.png", /^image\/png/],
    ["/icon-192.png", /^image\/png/],
    ["/icon-512.png", /^image\/png/],
    ["/og.png", /^image\/png/],
    ["/manifest.webmanifest", /^application\/manifest\+json/],
    ["/robots.txt", /^text\/plain/],
    ["/.well-known/security.txt", /^text\/plain/],
  ])("has what browsers, phones and robots ask for: %s", async (url, type) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url });
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toMatch(type);
    expect(rawPayload.length).toBeGreaterThan(100);
  });

  it("names only icons that exist in the manifest, and starts where a vault is", async () => {
    const manifest = (await app.inject({ url: "/manifest.webmanifest" })).json() as { start_url: string; icons: { src: string }[] };
    expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
    for (const { src } of manifest.icons) expect((await app.inject({ url: src })).statusCode).toBe(200);
    expect((await app.inject({ url: manifest.start_url })).body).toBe("<title>Coffer</title>");
  });

  it("names its picture by a whole address where its own is known, with every compression", async () => {
    const dir = mkdtempSync(join(tmpdir(), "coffer-page-"));
    writeFileSync(join(dir, "index.html"), '<meta property="og:image" content="/og.png" />');
    const whole = '<meta property="og:image" content="https://vault.example.com/og.png" />';
    const server = fastify();
    addHeaders(server, { publicUrl: null, breachCheckUrl: null });
    await serveWebApp(server, dir, "https://vault.example.com");
    const ask = (accepted: string) => server.inject({ url: "/login", headers: { "accept-encoding": accepted } });
    const [plain, gzip, br] = await Promise.all(["identity", "gzip", "gzip, br"].map(ask));
    expect(plain?.body).toBe(whole);
    expect(gunzipSync(gzip?.rawPayload ?? "").toString()).toBe(whole);
    expect(brotliDecompressSync(br?.rawPayload ?? "").toString()).toBe(whole);
    expect(br?.headers).toMatchObject({
      "content-encoding": "br",
      "cache-control": "no-cache",
      "content-type": "text/html; charset=utf-8",
    });
    rmSync(dir, { recursive: true });
  });

  it("says where to report a weakness, and until when that holds (RFC 9116)", async () => {
    const { body } = await app.inject({ url: "/.well-known/security.txt" });
    expect(body).toContain("Contact: mailto:vault@example.com\n");
    expect(body).toContain("Canonical: https://vault.example.com/.well-known/security.txt\n");
    const until = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? "");
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThan(Date.now() + 366 * 86_400_000);
  });

  it("shows no list of what was built", async () => {
    expect(await get("/.vite/manifest.json")).toMatchObject({ statusCode: 404 });
  });

  it.each(["/assets/gone.js", "/../package.json", "/%2e%2e/%2e%2e/package.json", "/.env"])("has no %s", async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain("<title>");
  });

  it("leaves unknown calls to the API's refusal", async () => {
    const { statusCode, body } = await get("/api/nothing");
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ success: false, code: "not_found" });
  });

  it("is not needed for the API", async () => {
    app = await serve(join(webDir, "not-built"));
    expect(await get("/login")).toMatchObject({ statusCode: 404, body: "The web app is not built yet: npm run build" });
  });
});
