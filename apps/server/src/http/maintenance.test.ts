import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const status = async (of: Server) => (await of.call("GET", "/status")).body;

describe("maintenance (decision N-07)", () => {
  it("is off by default", async () => {
    expect(await status(server)).toMatchObject({ maintenance: false, message: "" });
  });

  it("by a file in the data folder begins and ends without a restart, and says what the file says", async () => {
    const file = join(world.dataDir, "maintenance");
    writeFileSync(file, "Back at noon.\n");
    expect(await status(server)).toMatchObject({ maintenance: true, message: "Back at noon." });
    expect(await ann.call("GET", "/notes")).toMatchObject({ status: 503, body: { code: "maintenance", message: "Back at noon." } });
    expect((await server.call("POST", "/users/prelogin", { email: "a@example.com" })).status).toBe(503);
    writeFileSync(file, "");
    expect(await status(server)).toMatchObject({ maintenance: true, message: "System is under maintenance. Please check back soon." });
    rmSync(file);
    expect((await ann.call("GET", "/notes")).status).toBe(200);
  });

  it("gives the app to anyone who asks for a page, and to every call the operator's words and when to come back", async () => {
    const webDir = mkdtempSync(join(tmpdir(), "coffer-web-"));
    writeFileSync(join(webDir, "index.html"), "<title>Coffer</title>");
    const { deps, db } = await world.server({ maintenance: "We are moving." });
    const app = await buildApp({ db, config: deps.config, isDelivering: false, webDir }, deps);
    for (const page of ["/", "/login", "/vaults/3"])
      expect(await app.inject(page)).toMatchObject({ statusCode: 200, body: "<title>Coffer</title>" });
    const calls = [
      { method: "GET", url: "/api/notes" },
      { method: "POST", url: "/api/users/login", payload: {} },
      { method: "GET", url: "/api/vault/all-items-data" },
    ] as const;
    for (const call of calls) {
      const reply = await app.inject(call);
      expect(reply).toMatchObject({ statusCode: 503, headers: { "retry-after": "60", "cache-control": "no-store" } });
      expect(reply.json()).toEqual({ success: false, code: "maintenance", message: "We are moving." });
    }
    await app.close();
    rmSync(webDir, { recursive: true });
  });

  it("by the environment lasts as long as the process", async () => {
    const closed = await world.server({ maintenance: "We are moving." });
    expect(await status(closed)).toMatchObject({ maintenance: true, message: "We are moving." });
    expect((await closed.call("GET", "/notes")).status).toBe(503);
    expect((await closed.app.inject("/health")).statusCode).toBe(200);
  });
});
