/** A server that ends while it is asked: over real connections. As a process, with a database: stopping.test.ts. */
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { openWorld, type World } from "../testing/world.ts";
import { finishCalls } from "./finish.ts";

const ASK = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
/** Half of a call: the rest of its body never comes. */
const HALF = "POST /api/users/prelogin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";

async function opened(app: FastifyInstance, words = ""): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  if (words === "") return socket;
  socket.write(words);
  await once(app.server, "request");
  return socket;
}

async function msOf(run: () => Promise<unknown>): Promise<number> {
  const began = Date.now();
  await run();
  return Date.now() - began;
}

describe("a server that ends", () => {
  const lines: string[] = [];
  async function answering(answer: () => unknown, withinMs: number): Promise<FastifyInstance> {
    const app = fastify({ return503OnClosing: false });
    finishCalls(
      app,
      withinMs,
      createLog((line) => lines.push(line)),
    );
    app.get("/", answer);
    await app.listen({ host: "127.0.0.1", port: 0 });
    return app;
  }

  it("answers what it was asked before, then ends at once, and is asked nothing more", async () => {
    const app = await answering(() => sleep(100, "The answer."), 30_000);
    const { port } = app.server.address() as AddressInfo;
    const asked = text(await opened(app, ASK));
    const ms = await msOf(async () => {
      const closing = app.close();
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
      await closing;
    });
    expect(await asked).toMatch(/^HTTP\/1.1 200 OK.*The answer\.$/s);
    expect(ms).toBeLessThan(10_000);
    expect(lines).toEqual([]);
  });

  it("waits for no connection that asks nothing, used before or never", async () => {
    const app = await answering(() => "The answer.", 30_000);
    const [used, silent] = [await opened(app, ASK), await opened(app)];
    await once(used, "data");
    expect(await msOf(() => app.close())).toBeLessThan(10_000);
    for (const socket of [used, silent]) if (!socket.closed) await once(socket.resume(), "close");
  });

  it("does not wait for readers that hung up in the middle of a reply", async () => {
    const slow = () =>
      Readable.from(
        (async function* () {
          for (let row = 0; row < 10; row++) yield await sleep(20, "row\n");
        })(),
      );
    const app = await answering(slow, 30_000);
    for (let count = 0; count < 3; count++) {
      const reader = await opened(app, ASK);
      await once(reader, "data");
      reader.destroy();
    }
    await sleep(300);
    expect(await msOf(() => app.close())).toBeLessThan(10_000);
  });

  it("cuts off what does not end in its time, and says how much that was", async () => {
    let left = 0;
    const endless = () => {
      const rows = Readable.from(
        (async function* () {
          for (;;) yield await sleep(20, "row\n");
        })(),
      );
      return rows.once("close", () => left++);
    };
    const app = await answering(endless, 200);
    const readers = [await opened(app, ASK), await opened(app, ASK)];
    for (const reader of readers) await once(reader, "data");
    expect(await msOf(() => app.close())).toBeLessThan(10_000);
    await expect.poll(() => left).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "warn", event: "calls.cut-off", count: 2 }]);
  });
});

describe("the whole server", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.end());

  it("ends though a client sends half a call and then nothing", async () => {
    const { app } = await world.server({ stopSeconds: 1 });
    await app.listen({ host: "127.0.0.1", port: 0 });
    await opened(app, HALF);
    expect(await msOf(() => app.close())).toBeLessThan(10_000);
  });
});
