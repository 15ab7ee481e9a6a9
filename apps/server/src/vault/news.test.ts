/** Open apps hear what changes for them, at once, and nothing of what is not theirs; a line ends with its session. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { anonymousViewer } from "../access.ts";
import { BEATS, NewsStream, ROWS, Watching } from "../http/news.ts";
import { silentLog } from "../log.ts";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { vaultHandlers } from "./handlers.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.end());

interface Line {
  /** What was told so far. */
  readonly rows: () => readonly Record<string, unknown>[];
  readonly text: () => string;
  readonly ended: Promise<unknown>;
  readonly hangUp: () => void;
}

async function openLine(token: string): Promise<Line> {
  const { port } = server.app.server.address() as AddressInfo;
  const giveUp = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/vault/news`, {
    headers: { authorization: `Bearer ${token}` },
    signal: giveUp.signal,
  });
  expect(response.status).toBe(200);
  // What a proxy of the usual kind is told, which would else hold it back.
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  let text = "";
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece as Uint8Array).toString();
  };
  const rows = () => text.split("\n").flatMap((line) => (line.startsWith('{"what"') ? [JSON.parse(line) as Record<string, unknown>] : []));
  return { rows, text: () => text, ended: read().catch(() => "broken"), hangUp: () => giveUp.abort() };
}

/** What is written to a socket of its own, and taken from it. */
function writeRaw(bytes: string) {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  let taken = "";
  socket.on("data", (piece) => {
    taken += piece.toString();
  });
  socket.write(bytes);
  return { taken: () => taken, hangUp: () => socket.destroy() };
}

const asked = (token: string, method = "GET"): string =>
  `${method} /api/vault/news HTTP/1.1\r\nhost: coffer\r\nauthorization: Bearer ${token}\r\n\r\n`;

const scopeNews = (line: Line, id: string) => line.rows().filter((row) => row.what === "scope" && row.id === id);

describe("an open line", () => {
  it("begins with the numbers of what its caller may read, and tells each later one; a stranger hears nothing of it", async () => {
    const [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com")];
    const [hers, another, strangers] = [await openLine(ann.token), await openLine(ann.token), await openLine(eve.token)];
    await expect.poll(() => scopeNews(hers, ann.scopeId)).toHaveLength(1);
    const seq = Number(scopeNews(hers, ann.scopeId)[0]?.seq);
    await ann.commit(put("note"));
    for (const line of [hers, another])
      await expect.poll(() => scopeNews(line, ann.scopeId).at(-1)).toEqual({ what: "scope", id: ann.scopeId, seq: seq + 1, stamp: 0 });
    await eve.commit(put("note"));
    await expect.poll(() => scopeNews(strangers, eve.scopeId)).toHaveLength(2);
    expect(scopeNews(strangers, ann.scopeId)).toEqual([]);
    expect(scopeNews(hers, eve.scopeId)).toEqual([]);
    for (const line of [hers, another, strangers]) line.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("tells nothing of a change that was not committed", async () => {
    const ann = await server.join("undone@example.com");
    const line = await openLine(ann.token);
    await expect.poll(() => scopeNews(line, ann.scopeId)).toHaveLength(1);
    await server.pool.query("begin; update scope set seq = seq + 5; rollback");
    await ann.commit(put("note"));
    await expect.poll(() => scopeNews(line, ann.scopeId)).toHaveLength(2);
    line.hangUp();
  });

  it("ends with its session, and when the device is locked", async () => {
    const ann = await server.join("ends@example.com");
    const line = await openLine(ann.token);
    await ann.call("POST", "/users/logout");
    await line.ended;
    expect(JSON.parse(line.text())).toMatchObject({ success: true });
  });

  it("is refused without a session", async () => {
    expect((await server.call("GET", "/vault/news")).status).toBe(401);
  });

  it("takes no place among replies that end, however many are open; of one session the oldest ends", async () => {
    const ann = await server.join("many@example.com");
    const lines = [];
    for (let count = 0; count < 7; count++) lines.push(await openLine(ann.token));
    await lines[0]?.ended;
    expect((await ann.call("GET", "/vault/all-items-data")).status).toBe(200);
    expect(server.deps.watching.size).toBe(6);
    for (const line of lines) line.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("ends after the database was away: its session may have ended meanwhile, and anything may have changed", async () => {
    const ann: Person = await server.join("away@example.com");
    const line = await openLine(ann.token);
    await expect.poll(() => scopeNews(line, ann.scopeId)).toHaveLength(1);
    await server.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen coffer_news'",
    );
    await line.ended;
    const next = await openLine(ann.token);
    await expect.poll(() => scopeNews(next, ann.scopeId)).toHaveLength(1);
    await ann.commit(put("note"));
    await expect.poll(() => scopeNews(next, ann.scopeId)).toHaveLength(2);
    next.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("is over at once where its session has ended while it was opened", async () => {
    const [ann, bob] = [await server.join("late@example.com"), await server.join("early@example.com")];
    const [row] = (await server.pool.query<{ id: string }>("select id from session where account_id = $1", [ann.accountId])).rows;
    await ann.call("POST", "/users/logout");
    // Until the end of the session has been told to those who were there.
    const others = await openLine(bob.token);
    await bob.commit(put("note"));
    await expect.poll(() => scopeNews(others, bob.scopeId).at(-1)).toMatchObject({ seq: 2 });
    others.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
    const viewer = Object.defineProperties(anonymousViewer({ address: "192.0.2.1", device: "a device", language: "en" }), {
      accountId: { value: ann.accountId },
      sessionId: { value: String(row?.id) },
    });
    const stream = (await vaultHandlers(server.deps).watch({}, viewer)) as NewsStream;
    expect(JSON.parse(await text(stream))).toMatchObject({ success: true });
  });

  it("that could not be opened is not kept", async () => {
    const ann = await server.join("broken@example.com");
    await server.pool.query("alter table share_grant rename to away");
    expect((await ann.call("GET", "/vault/news")).status).toBe(500);
    await server.pool.query("alter table away rename to share_grant");
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("that can tell nothing is not kept: one whose turn on its connection does not come, and one of which only the headers are wanted", async () => {
    const ann = await server.join("waits@example.com");
    const opening = vi.spyOn(server.deps.watching, "open");
    const queued = writeRaw(asked(ann.token).repeat(3));
    const head = writeRaw(asked(ann.token, "HEAD"));
    await expect.poll(() => opening.mock.settledResults.filter(({ type }) => type === "fulfilled")).toHaveLength(4);
    await expect.poll(() => queued.taken()).toContain('"what":"scope"');
    await expect.poll(() => server.deps.watching.size).toBe(1);
    for (const one of [queued, head]) one.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
    opening.mockRestore();
  });

  it("is not kept for a caller who hung up while it was opened", async () => {
    const ann = await server.join("impatient@example.com");
    const hold = await server.pool.connect();
    await hold.query("begin; lock table share_grant in access exclusive mode");
    const came = once(server.app.server, "connection") as Promise<[Socket]>;
    const line = writeRaw(asked(ann.token));
    const [socket] = await came;
    await expect.poll(() => server.deps.watching.size).toBe(1);
    line.hangUp();
    await once(socket, "close");
    await hold.query("commit");
    hold.release();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("shows every 15 seconds that it is there; none is opened once the server stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const watching = new Watching(server.db, silentLog);
    const stream = await watching.open({ accountId: randomUUID(), sessionId: randomUUID() });
    const read = (): string => String(stream.read() ?? "");
    expect(read()).toContain('"news":[');
    vi.advanceTimersByTime(15_000);
    expect(read()).toBe(" ");
    await watching.end();
    vi.useRealTimers();
    expect(stream.writableEnded).toBe(true);
    expect((await watching.open({ accountId: randomUUID(), sessionId: randomUUID() })).writableEnded).toBe(true);
  });

  it("does not count once it has ended, also where its reader takes nothing", async () => {
    const viewer = { accountId: randomUUID(), sessionId: randomUUID() };
    const lines: NewsStream[] = [];
    for (let count = 0; count < 8; count++) lines.push(await server.deps.watching.open(viewer));
    expect(lines.map(({ writableEnded }) => writableEnded)).toEqual([true, true, ...Array(6).fill(false)]);
    expect(server.deps.watching.size).toBe(6);
    for (const line of lines) line.destroy();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });

  it("stays open for a person who may read more than it tells before it ends", async () => {
    const ann = await server.join("rich@example.com");
    await server.pool.query(
      "insert into scope select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'kind', 'item'))).* from scope s, generate_series(1, $2) where id = $1",
      [ann.scopeId, ROWS],
    );
    const line = await openLine(ann.token);
    await expect.poll(() => line.rows()).toHaveLength(ROWS + 1);
    await ann.commit(put("note"));
    await expect.poll(() => scopeNews(line, ann.scopeId)).toHaveLength(2);
    expect(server.deps.watching.size).toBe(1);
    line.hangUp();
    await expect.poll(() => server.deps.watching.size).toBe(0);
  });
});

describe("a line by itself", () => {
  const news = { what: "scope", id: "1", seq: 1, stamp: 0 };
  const readAll = async (stream: NewsStream) => JSON.parse(await text(stream)) as { data: { news: unknown[] } };

  it("is JSON, however often it has shown that it is open", async () => {
    const stream = new NewsStream();
    stream.beat();
    stream.tell(news);
    stream.beat();
    stream.beat();
    stream.tell(news);
    stream.finish();
    stream.tell(news);
    stream.beat();
    expect((await readAll(stream)).data.news).toEqual([news, news]);
  });

  it("ends after so many rows, which its reader keeps, and after so long that its session is looked at again", async () => {
    const [told, silent] = [new NewsStream(), new NewsStream()];
    for (let row = 0; row <= ROWS; row++) told.tell(news);
    for (let beat = 0; beat < BEATS; beat++) silent.beat();
    expect((await readAll(told)).data.news).toHaveLength(ROWS);
    expect((await readAll(silent)).data.news).toEqual([]);
  });
});
