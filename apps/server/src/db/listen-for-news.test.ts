/** The connection that hears what has changed: also one that dies without a word is noticed, and what was told meanwhile is asked for. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { silentLog } from "../log.ts";
import { openTestPool } from "../testing/databases.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { listenForNews, type NewsMessage } from "./listen-for-news.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const told: NewsMessage = { what: "shares", to: ["someone"] };
const tell = (text = JSON.stringify(told)) => server.pool.query("select pg_notify('coffer_news', $1)", [text]);

/** In front of the database; `silence` passes nothing on any more, and closes nothing. @param at - the port; 0 takes a free one */
async function openRelay(at = 0) {
  const url = new URL(String(server.pool.options.connectionString));
  const place = `${url.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets: Socket[] = [];
  const front = createServer((here) => {
    const there = connect(place);
    for (const one of [here, there]) one.on("error", () => undefined);
    here.pipe(there).pipe(here);
    sockets.push(here, there);
  });
  await new Promise<void>((resolve) => front.listen(at, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  return {
    port,
    pool: openTestPool({ connectionString: Object.assign(new URL(url), { host: `127.0.0.1:${port}`, search: "" }).href }),
    silence: () => {
      for (const one of sockets) one.unpipe().pause();
    },
    close: async () => {
      for (const one of sockets) one.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

it("hears what is told, and lets pass what is no news", async () => {
  const [onNews, onGap] = [vi.fn(), vi.fn()];
  const listener = listenForNews(server.pool, silentLog, { onNews, onGap });
  await listener.listening;
  for (const text of ["", "{", "[]", '{"what":"scope"}', '{"what":"else","to":[]}']) await tell(text);
  await tell();
  await expect.poll(() => onNews.mock.calls).toEqual([[told]]);
  expect(onGap).not.toHaveBeenCalled();
  await listener.end();
  await tell();
  expect(onNews).toHaveBeenCalledTimes(1);
});

it("notices a connection that has died without a word, and says that something may have been missed; a stop does not wait for one", async () => {
  const relay = await openRelay();
  const [onNews, onGap] = [vi.fn(), vi.fn()];
  const listener = listenForNews(relay.pool, silentLog, { onNews, onGap }, 300);
  await listener.listening;
  relay.silence();
  await tell();
  await expect.poll(() => onGap.mock.calls.length, { timeout: 15_000 }).toBe(1);
  expect(onNews).not.toHaveBeenCalled();
  await tell();
  await expect.poll(() => onNews.mock.calls).toEqual([[told]]);
  relay.silence();
  const began = Date.now();
  await listener.end();
  expect(Date.now() - began).toBeLessThan(10_000);
  await relay.close();
});

it("says so too where the database was away when the first reader came", async () => {
  const first = await openRelay();
  await first.close();
  const [onNews, onGap] = [vi.fn(), vi.fn()];
  const warn = vi.fn();
  const listener = listenForNews(first.pool, { ...silentLog, warn }, { onNews, onGap });
  await listener.listening;
  // It tries again now and then.
  expect(warn.mock.calls.length).toBeLessThan(5);
  expect(onGap).not.toHaveBeenCalled();
  const again = await openRelay(first.port);
  await expect.poll(() => onGap.mock.calls.length, { timeout: 15_000 }).toBe(1);
  await listener.end();
  await again.close();
});
