import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  it("is off as long as nobody says so", async () => {
    expect(await status(server)).toMatchObject({ maintenance: false, message: "" });
  });

  it("by a file in the data folder begins and ends without a new start, and says what the file says", async () => {
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

  it("by the environment lasts as long as the process", async () => {
    const closed = await world.server({ maintenance: "We are moving." });
    expect(await status(closed)).toMatchObject({ maintenance: true, message: "We are moving." });
    expect((await closed.call("GET", "/notes")).status).toBe(503);
    expect((await closed.app.inject("/health")).statusCode).toBe(200);
  });
});
