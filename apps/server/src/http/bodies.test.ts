/** Bodies that come slowly, or many large ones at once. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { type FastifyInstance, fastify } from "fastify";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../log.ts";
import { openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";
import { admitBodies } from "./bodies.ts";
import { createConcurrencyLimiter } from "./concurrency.ts";
import { refuseWith } from "./refusals.ts";

describe("a slow body", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = fastify();
    app.setErrorHandler(refuseWith(silentLog, String));
    const admitBody = admitBodies(
      { body: createConcurrencyLimiter(1), bodyOfOne: createConcurrencyLimiter(3), reply: createConcurrencyLimiter(1) },
      100,
    );
    app.post("/", { onRequest: (request, reply) => admitBody({ who: "ann" }, request, reply) }, async ({ body }) => body);
    await app.listen({ port: 0 });
  });
  afterAll(() => app.close());

  /** What the server sends until it hangs up. */
  async function send(head: string, body: string): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  it("ends, with a sentence", async () => {
    const said = await send("content-length: 20", '{"a":');
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain('"code":"too_slow"');
    expect(await send("transfer-encoding: chunked", "5\r\n{")).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("whose sender hangs up while waiting passes its turn to the next: no one blocks an account's large writes", async () => {
    const large = "transfer-encoding: chunked";
    const first = connect((app.server.address() as AddressInfo).port);
    first.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${large}\r\n\r\n`);
    await once(app.server, "request");
    const second = connect((app.server.address() as AddressInfo).port);
    second.write(`POST / HTTP/1.1\r\nhost: x\r\n${large}\r\n\r\n`);
    const [{ socket }] = (await once(app.server, "request")) as [{ socket: Socket }];
    second.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    first.destroy();
    expect(await send(large, '7\r\n{"a":1}\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("does not include a body that has arrived", async () => {
    expect(await send("content-length: 7", '{"a":1}')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("large bodies", () => {
  let world: World;
  let server: Server;
  let [ann, ben]: Person[] = [];
  beforeAll(async () => {
    world = await openWorld();
    server = await world.server();
    [ann, ben] = [await server.join("ann@example.com"), await server.join("ben@example.com")];
  });
  afterAll(() => world.end());

  const large = () => put("note", { fields: { name: sealed(), encrypted_notes: `2.${"A".repeat(80_000)}` } });
  const commitLarge = (person: Person | undefined) => person?.commit(...Array.from({ length: 15 }, large));

  it("of one session are read one after the other, and delay neither that user's small ones nor other users", async () => {
    const leave = await server.deps.concurrency.body.acquire(decodeJwt<{ sid: string }>(ann?.token ?? "").sid);
    let isRead = false;
    const waiting = commitLarge(ann)?.then(({ status }) => {
      isRead = true;
      return status;
    });
    expect((await commitLarge(ben))?.status).toBe(200);
    expect((await ann?.call("POST", "/users/prelogin", { email: "ann@example.com" }))?.status).toBe(200);
    expect(isRead).toBe(false);
    leave();
    expect(await waiting).toBe(200);
    expect((await commitLarge(ann))?.status).toBe(200);
  });

  it("of one session hold up no other session of its account", async () => {
    const { port } = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
    const stolen = connect(Number(port), "127.0.0.1");
    const size = 8 * REQUEST_MAX_BYTES;
    const head = `POST /api/vault/commit HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann?.token}\r\ncontent-type: application/json\r\n`;
    stolen.write(`${head}content-length: ${size}\r\n\r\n{`);
    const { sid } = decodeJwt<{ sid: string }>(ann?.token ?? "");
    let isHeld = false;
    for (const until = performance.now() + 10_000; !isHeld && performance.now() < until; ) {
      const leave = server.deps.concurrency.body.acquire(sid);
      await sleep(50);
      isHeld = await Promise.race([leave.then(() => false), sleep(50, true)]);
      leave.then((done) => done()).catch(() => undefined);
    }
    expect(isHeld).toBe(true);
    const began = performance.now();
    const other = { scope: ann?.scopeId, changes: Array.from({ length: 15 }, large) };
    expect((await ann?.freshly("POST", "/vault/commit", other))?.status).toBe(400);
    expect(performance.now() - began).toBeLessThan(15_000);
    stolen.destroy();
  });

  it("are refused beyond 8 MiB of one commit", async () => {
    const body = { padding: "A".repeat(8 * REQUEST_MAX_BYTES) };
    expect(await ann?.call("POST", "/vault/commit", body)).toMatchObject({ status: 413, body: { code: "too_large" } });
  });
});
