/** Bodies that come slowly, or many large ones at once. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { type FastifyInstance, fastify } from "fastify";
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
    const admitBody = admitBodies({ body: createConcurrencyLimiter(1), reply: createConcurrencyLimiter(1) }, 100);
    app.post("/", { onRequest: (request, reply) => admitBody("ann", request, reply) }, async ({ body }) => body);
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

  it("of one user are read one after the other, and delay neither that user's small ones nor other users", async () => {
    const leave = await server.deps.concurrency.body.acquire(ann?.accountId ?? "");
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

  it("are refused beyond 8 MiB of one commit", async () => {
    const body = { padding: "A".repeat(8 * REQUEST_MAX_BYTES) };
    expect(await ann?.call("POST", "/vault/commit", body)).toMatchObject({ status: 413, body: { code: "too_large" } });
  });
});
