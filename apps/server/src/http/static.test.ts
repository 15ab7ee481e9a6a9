import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../log.ts";
import { addHeaders } from "./headers.ts";
import { refuseWith } from "./refusals.ts";
import { serveWebApp } from "./static.ts";

const webDir = mkdtempSync(join(tmpdir(), "coffer-web-"));
let app: FastifyInstance;

async function serve(dir: string): Promise<FastifyInstance> {
  const server = fastify();
  server.setErrorHandler(refuseWith(silentLog, String));
  addHeaders(server, null);
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
  app = await serve(webDir);
});
afterAll(() => rmSync(webDir, { recursive: true }));

const get = async (url: string, headers = {}) => {
  const { statusCode, body, headers: given } = await app.inject({ url, headers });
  return { statusCode, body, cache: given["cache-control"], encoding: given["content-encoding"], policy: given["content-security-policy"] };
};

describe("the web app", () => {
  it.each(["/", "/login", "/vaults/3", "/register?token=abc", "/apidocs"])("is the page at %s, never from a cache", async (url) => {
    expect(await get(url)).toMatchObject({
      statusCode: 200,
      body: "<title>Coffer</title>",
      cache: "no-cache",
      policy: expect.stringContaining("'self'"),
    });
  });

  it("has hashed files that stay for a year, others that are asked for anew", async () => {
    expect(await get("/assets/app-1a2b.js")).toMatchObject({ statusCode: 200, cache: "public, max-age=31536000, immutable" });
    expect(await get("/icon.svg")).toMatchObject({ cache: "no-cache" });
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
