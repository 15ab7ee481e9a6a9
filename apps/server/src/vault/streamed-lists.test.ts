/** Long replies: what is in them, what never is, and that no one waits for the whole of one. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { api, items } from "@coffer/contract/api";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { fastify } from "fastify";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { actAs } from "../db/row-level-security.ts";
import { REPLIES_AT_ONCE } from "../http/bodies.ts";
import { allowCompression } from "../http/compression.ts";
import { createConcurrencyLimiter } from "../http/concurrency.ts";
import { createSlowReaders } from "../http/slow-readers.ts";
import { bufferForReader, isStream, JsonStream, StreamedRows, sendStream, streamReply } from "../http/streamed-reply.ts";
import { openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";
import { trashing } from "../testing/writer.ts";
import { inGroups } from "./read.ts";

const COUNT = 1_001;
const vault = put("category", { color: "#112233" });
const each = KIND_NAMES.map((kind) => put(kind, { categoryId: vault.id, favourite: true }));
const later = put("note", { fields: { name: sealed(), x_new: sealed() } });
const [emptied, inTrash] = [put("note"), put("card")];

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
  await ann.commit(vault, ...each, later, emptied, inTrash);
  await ann.commit(...Array.from({ length: COUNT }, () => put("password")));
  await ann.commit(trashing(inTrash, server), trashing(emptied, server));
  await server.pool.query("update record set seal = '', fields = '{}' where id = $1", [emptied.id]);
});
afterAll(() => world.end());

const LISTS = [
  ["/vault/all-items-data", api.vault.pull],
  ["/vault/entries/favorites", api.vault.favouriteEntries],
  ["/vault/favourites-items-data", api.vault.favourites],
  ["/categories", api.vault.listVaults],
  ["/categories/entries", api.vault.vaultsWithItems],
  ["/categories/uncategorized/get-items", api.vault.unassignedItems],
  [`/categories/${vault.id}/get-items`, api.vault.itemsOfVault],
  [`/categories/${vault.id}/entries`, api.vault.entriesOfVault],
  ["/vault/trash", api.vault.listTrash],
  ...KIND_NAMES.map((kind) => [kindOf(kind).path, items[kind].list] as const),
] as const;

describe("a long reply", () => {
  it.each(LISTS)("of %s holds what the contract says and nothing else, whatever the database holds", async (path, { reply }) => {
    const honest = (await ann.call("GET", path)).body;
    expect(reply.parse(honest)).toEqual(honest);
    const stray = `update record set fields = fields || '{"stray": "1", "password": "2", "id": "3"}'`;
    await server.pool.query(`${stray} where fields <> '{}'`);
    const { body } = await ann.call("GET", path);
    await server.pool.query("update record set fields = fields - array['stray', 'password', 'id']");
    expect(body).toEqual(honest);
  });

  it.each([...KIND_NAMES])("shows a %s as it is read alone", async (kind) => {
    const { id } = each.find((one) => one.kind === kind) ?? vault;
    const alone = (await ann.call("GET", `${kindOf(kind).path}/${id}`)).body;
    const { data } = (await ann.call("GET", "/vault/all-items-data")).body as { data: Record<string, { id: string }[]> };
    expect(data[kindOf(kind).list]?.find((one) => one.id === id)).toEqual(alone);
  });

  it("holds every record once, with fields of later versions, and what has lost its content", async () => {
    const { data } = (await ann.call("GET", "/vault/all-items-data")).body as { data: Record<string, Record<string, unknown>[]> };
    expect(new Set(data.passwords?.map(({ id }) => id)).size).toBe(COUNT + 1);
    expect(data.passwords).toHaveLength(COUNT + 1);
    expect(data.notes?.find(({ id }) => id === later.id)?.later_fields).toEqual({ x_new: (later.fields as Record<string, string>).x_new });
    expect(data.notes?.find(({ id }) => id === emptied.id)).toMatchObject({ seal: "", deleted_at: expect.any(Number) });
    expect(data.cards?.find(({ id }) => id === inTrash.id)).toMatchObject({ deleted_at: server.clock.now });
  });

  it("are read in groups of so many rows and so many bytes", () => {
    const one = (bytes: number) => ({ id: crypto.randomUUID(), kind: "note", vaultId: null, bytes });
    const sizes = (found: Parameters<typeof inGroups>[0]) => [...inGroups(found)].map((group) => group.length);
    expect(sizes(Array.from({ length: 250 }, () => one(1_000)))).toEqual([100, 100, 50]);
    // A note of the largest size is a hundred kilobytes: a hundred of them at once would delay everyone.
    expect(sizes(Array.from({ length: 12 }, () => one(100_000)))).toEqual([5, 5, 2]);
    expect(sizes([one(10), one(9_000_000), one(10)])).toEqual([1, 1, 1]);
    expect(sizes([])).toEqual([]);
  });

  it("has its rows on lines of their own, which a reader takes as they come", async () => {
    const response = await server.app.inject({
      url: "/api/vault/all-items-data",
      headers: { authorization: `Bearer ${ann.token}` },
    });
    const lines = response.body.split("\n");
    const rows = lines.filter((_, at) => at % 2 === 1).flatMap((line) => JSON.parse(`[${line}]`) as { id: string }[]);
    const { data } = response.json<{ data: Record<string, unknown[]> }>();
    expect(rows).toEqual(Object.values(data).flat());
    expect(rows.length).toBeGreaterThan(COUNT);
    expect(lines.filter((_, at) => at % 2 === 0).join("")).not.toContain('"seal"');
  });

  it("gives other calls their turn between any two pieces", async () => {
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      turns++;
      if (!isOver) setImmediate(others);
    };
    const seen: number[] = [];
    async function* tenPieces() {
      for (let piece = 0; piece < 10; piece++) {
        seen.push(turns);
        yield "{}";
      }
    }
    others();
    const pieces = await streamReply(server.deps, api.vault.listVaults.reply, async () => new StreamedRows(tenPieces));
    for await (const _ of pieces);
    isOver = true;
    expect(new Set(seen).size).toBe(10);
  });

  it("that breaks in the middle is no reply that ends early", async () => {
    async function* broken() {
      yield "{}";
      throw new Error("the database is gone");
    }
    const pieces = await streamReply(server.deps, api.vault.listVaults.reply, async () => new StreamedRows(broken));
    const read = async () => {
      for await (const _ of pieces);
    };
    await expect(read()).rejects.toThrow("gone");
    expect((await ann.call("GET", "/categories")).status).toBe(200);
  });

  it("that is refused is a normal refusal", async () => {
    expect(await ann.call("GET", `/categories/${crypto.randomUUID()}/get-items`)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });

  it("gives its slot back when its reader hangs up", async () => {
    for (let reader = 0; reader < 10; reader++) {
      const pieces = await streamReply(server.deps, api.vault.listVaults.reply, async () => new StreamedRows(endless));
      pieces.destroy();
    }
    async function* endless() {
      for (;;) yield "{}";
    }
    expect((await ann.call("GET", "/categories")).status).toBe(200);
  });
});

describe("a reply that is compressed", () => {
  it("is read from the database no faster than it is compressed, so that ten at once take little memory", async () => {
    const app = fastify();
    await allowCompression(app);
    const PIECES = 16;
    const waiting: number[] = [];
    app.get("/", async (_, reply) => {
      const holder: { pieces?: JsonStream } = {};
      async function* manyPieces() {
        for (let piece = 0; piece < PIECES; piece++) {
          waiting.push(holder.pieces?.readableLength ?? 0);
          yield JSON.stringify(randomBytes(524_288).toString("hex"));
        }
      }
      holder.pieces = await actAs(ann.accountId, () =>
        streamReply(server.deps, api.vault.listVaults.reply, async () => new StreamedRows(manyPieces)),
      );
      return sendStream(reply, holder.pieces);
    });
    const response = await app.inject({ url: "/", headers: { "accept-encoding": "br" } });
    expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toHaveLength(PIECES);
    expect(waiting).toHaveLength(PIECES);
    expect(Math.max(...waiting)).toBeLessThan(4 * 1_048_576);
    await app.close();
  });
});

describe("readers who do not read", () => {
  /** Thirty megabytes, half as much compressed: more than a connection holds. */
  async function personWithManyItems(email: string): Promise<Person> {
    const person = await server.join(email);
    const notes = Array.from({ length: 300 }, () => put("note"));
    await person.commit(...notes);
    await server.pool.query(
      "update record set fields = jsonb_build_object('name', t.name) from unnest($1::uuid[], $2::text[]) t (id, name) where record.id = t.id",
      [notes.map(({ id }) => id), notes.map(() => randomBytes(51_200).toString("hex"))],
    );
    return person;
  }

  it("hold no slot of the database longer than their own reply is read, whatever they take", async () => {
    const { port } = new URL(await server.app.listen({ port: 0 }));
    const cid = await personWithManyItems("cid@example.com");
    for (const encoding of ["br", "identity"]) {
      const socket = connect(Number(port)).pause();
      const head = `GET /api/vault/all-items-data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${cid.token}\r\naccept-encoding: ${encoding}\r\n\r\n`;
      socket.write(head);
      await once(socket, "readable");
      const leaves = await Promise.all(["first", "second"].map(() => server.deps.concurrency.readOfOne.acquire(cid.accountId)));
      for (const leave of leaves) leave();
      socket.destroy();
    }
  });

  describe("who hold places for which others wait", () => {
    const app = fastify();
    const readers = createSlowReaders(1_500);
    const places = { read: createConcurrencyLimiter(4), readOfOne: createConcurrencyLimiter(2), readers };
    const sockets: Socket[] = [];
    let last = new JsonStream();
    async function* endless() {
      for (;;) yield `"${"A".repeat(1_048_576)}"`;
    }
    async function* few() {
      yield "{}";
    }
    const replyTo = (who: string, rows: () => AsyncGenerator<string>) => {
      const deps = { ...server.deps, concurrency: { ...server.deps.concurrency, ...places } };
      return actAs(who, () => streamReply(deps, api.vault.listVaults.reply, async () => new StreamedRows(rows)));
    };
    beforeAll(async () => {
      await allowCompression(app);
      app.addHook("onSend", async (_, __, payload) => (isStream(payload) ? bufferForReader(payload) : payload));
      app.get<{ Params: { who: string } }>("/:who", async ({ params }, reply) => {
        last = await replyTo(params.who, endless);
        return sendStream(reply, last);
      });
      await app.listen({ port: 0 });
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    afterAll(() => app.close());

    /** @returns whether it was cut off */
    async function reader(who: string, bytesASecond: number): Promise<() => boolean> {
      const socket = connect((app.server.address() as AddressInfo).port).pause();
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.write(`GET /${who} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await once(socket, "readable");
      const taking = setInterval(() => socket.read(Math.min(bytesASecond / 10, socket.readableLength)), 100);
      socket.once("close", () => clearInterval(taking));
      const pieces = last;
      return () => pieces.destroyed;
    }
    const asked = async (who: string): Promise<number> => {
      const began = performance.now();
      expect(await text(await replyTo(who, few))).toBe("[\n{}\n]");
      return performance.now() - began;
    };

    it("are cut off where they took little in the last minute, however much is kept for them; and no one who reads", async () => {
      const slow = [await reader("eve", 10_000), await reader("eve", 10_000), await reader("fay", 10_000)];
      const reading = await reader("fay", 20_000_000);
      expect(await asked("ann")).toBeGreaterThan(1_000);
      expect(slow.filter((isCut) => isCut())).toHaveLength(1);
      expect(reading()).toBe(false);
    });

    it("are cut off for their own account's place only where they are of that account", async () => {
      const slowest = await reader("fay", 1_000);
      await sleep(2_000);
      const [other, second] = [await reader("eve", 50_000), await reader("eve", 50_000)];
      await asked("eve");
      expect(slowest()).toBe(false);
      expect([other(), second()].filter(Boolean)).toHaveLength(1);
    });
  });

  it("hold two slots of their account, and none of others", async () => {
    async function* endless() {
      for (;;) yield "A".repeat(1_048_576);
    }
    const asAnn = () =>
      actAs(ann.accountId, () => streamReply(server.deps, api.vault.listVaults.reply, async () => new StreamedRows(endless)));
    const lying = [await asAnn(), await asAnn()];
    const waiting = [asAnn(), asAnn()];
    const ben = await server.join("ben@example.com");
    const all = await Promise.all(Array.from({ length: 3 }, () => ben.call("GET", "/categories")));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const pieces of lying) pieces.destroy();
    for (const pieces of waiting) (await pieces).destroy();
  });

  it("are cut off, and their buffered replies are dropped", async () => {
    const app = fastify();
    await allowCompression(app);
    const pieces = new JsonStream();
    app.get("/", async (_, reply) => sendStream(reply, pieces, 100));
    await app.listen({ port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port).pause();
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(app.server, "request");
    pieces.write("A".repeat(16 * 1_048_576));
    await new Promise((resolve) => pieces.once("close", resolve));
    expect(pieces.readableEnded).toBe(false);
    socket.destroy();
    await app.close();
  });

  it("get no more replies than a browser asks for at once, and delay no other session", async () => {
    const { sid } = decodeJwt(ann.token);
    const acquireSlot = () => server.deps.concurrency.reply.acquire(String(sid));
    const leaves = await Promise.all(Array.from({ length: REPLIES_AT_ONCE }, acquireSlot));
    let isRead = false;
    const waiting = ann.call("GET", "/categories").then(({ status }) => {
      isRead = true;
      return status;
    });
    const { body } = await server.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey });
    const { token } = body.data as { token: string };
    expect((await server.call("GET", "/vault/all-items-data", undefined, { token })).status).toBe(200);
    expect(isRead).toBe(false);
    leaves[0]?.();
    expect(await waiting).toBe(200);
    for (const leave of leaves) leave();
  });
});

describe("compression", () => {
  const get = async (encoding: string) => {
    const headers = { authorization: `Bearer ${ann.token}`, "accept-encoding": encoding };
    return server.app.inject({ url: "/api/vault/all-items-data", headers });
  };

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("makes lists less than two thirds as long for a browser that offers %s, and says the same", async (encoding, open) => {
    const [plain, small] = [await get("identity"), await get(`${encoding}, deflate`)];
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(small.headers["content-encoding"]).toBe(encoding);
    expect(JSON.parse(open(small.rawPayload).toString())).toEqual(plain.json());
    expect(small.rawPayload.length).toBeLessThan((plain.rawPayload.length * 2) / 3);
  });

  it("is not applied to replies that are no lists of records: they may hold keys and tokens", async () => {
    const headers = { "accept-encoding": "br, gzip" };
    const payload = { email: ann.email, authKey: ann.authKey };
    const login = await server.app.inject({ method: "POST", url: "/api/users/login", headers, payload });
    expect(login.statusCode).toBe(200);
    expect(login.rawPayload.length).toBeGreaterThan(1024);
    expect(login.headers["content-encoding"]).toBeUndefined();
  });
});
