/** A list of leaked passwords is asked over real HTTP, with five characters of a hash and nothing else; no answer never counts as "not leaked". */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BreachSource } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

const LEAKED = "sunshine1";
const PADDING = "Padded-Canary-77";
const SOUND = "vT9#qLm2-Wz!x6KpR";
const hashOf = (text: string): string => createHash("sha1").update(text).digest("hex").toUpperCase();
const [prefixOf, restOf] = [(text: string) => hashOf(text).slice(0, 5), (text: string) => hashOf(text).slice(5)];

/** Rows as the service gives them: many of others, some of them padding. */
function rangeOf(prefix: string): string {
  const others = Array.from({ length: 800 }, (_, index) => `${hashOf(`${prefix}${index}`).slice(5)}:${index % 2 ? index : 0}`);
  const own = [LEAKED, PADDING].filter((one) => prefixOf(one) === prefix).map((one) => `${restOf(one)}:${one === LEAKED ? 42 : 0}`);
  return [...others, ...own].join("\r\n");
}

type Answer = (prefix: string, response: ServerResponse) => void;
const honest: Answer = (prefix, response) => void response.end(rangeOf(prefix));
const asked: IncomingMessage[] = [];
const list = { answer: honest };
const standIn = createServer((request, response) => {
  asked.push(request);
  list.answer(/[^/]*$/.exec(request.url ?? "")?.[0] ?? "", response);
});

let world: World;
let ann: Person;
let source: BreachSource;
let ids: Readonly<Record<"leaked" | "again" | "padding" | "sound" | "none", string>>;
beforeAll(async () => {
  await new Promise<void>((ready) => standIn.listen(0, "127.0.0.1", ready));
  const env = { BREACH_CHECK_URL: `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/range/` };
  world = await startWorld({ env });
  ann = await world.person("ann");
  const make = async (title: string, password: string) =>
    (await ann.client.vault.create({ draft: aLogin({ title: `Canary ${title}`, username: "canary@example.com", password }) })).id;
  ids = {
    leaked: await make("leaked", LEAKED),
    again: await make("again", LEAKED),
    padding: await make("padding", PADDING),
    sound: await make("sound", SOUND),
    none: await make("none", SOUND), // never asked about
  };
  const found = await ann.client.vault.breachSource();
  if (!found) throw new Error("There is no list to ask");
  source = found;
});
afterEach(() => {
  list.answer = honest;
  asked.length = 0;
});
afterAll(async () => {
  await world.stop();
  standIn.close();
});

const { signal } = new AbortController();
const check = (wanted: readonly string[] = [ids.leaked, ids.again, ids.padding, ids.sound]) =>
  ann.client.vault.checkBreaches({ source, ids: wanted, onProgress: () => undefined, signal });

describe("asking", () => {
  it("finds what leaked, at every account that has it, and takes padding for nothing", async () => {
    const progress: number[][] = [];
    const wanted = [ids.leaked, ids.again, ids.padding, ids.sound];
    const outcome = await ann.client.vault.checkBreaches({
      source,
      ids: wanted,
      onProgress: (...state) => progress.push(state),
      signal,
    });
    expect(new Map(outcome.seen)).toEqual(
      new Map([
        [ids.leaked, 42],
        [ids.again, 42],
        [ids.padding, 0],
        [ids.sound, 0],
      ]),
    );
    expect(outcome.failed).toEqual([]);
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it("sends five characters of a hash, once for each, and asks for padding; nothing of the person, the item or our server is sent", async () => {
    const before = world.requests.length;
    await check();
    expect(asked.map(({ url }) => url).sort()).toEqual([LEAKED, PADDING, SOUND].map((one) => `/range/${prefixOf(one)}`).sort());
    const everything = JSON.stringify([asked.map(({ url, headers, method }) => [method, url, headers]), world.requests.slice(before)]);
    for (const { headers, method } of asked) {
      expect(method).toBe("GET");
      expect(headers["add-padding"]).toBe("true");
      expect(Object.keys(headers).filter((name) => /cookie|authorization|referer|origin/.test(name))).toEqual([]);
    }
    for (const secret of [LEAKED, PADDING, SOUND, restOf(LEAKED), restOf(SOUND), "anary", ...Object.values(ids)])
      expect(everything.toUpperCase()).not.toContain(secret.toUpperCase());
    expect(world.requests.slice(before).every(({ url }) => url.startsWith(source.url))).toBe(true);
  });

  it("waits when it is asked to, and goes on", async () => {
    let times = 0;
    list.answer = (prefix, response) => {
      if (++times > 1) return honest(prefix, response);
      response.writeHead(429, { "retry-after": "1" }).end();
    };
    const begun = Date.now();
    expect((await check([ids.leaked])).seen.get(ids.leaked)).toBe(42);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);
  });
});

describe("what is no answer", () => {
  it.each<[string, Answer]>([
    ["an error", (_, response) => void response.writeHead(500).end()],
    ["a page", (_, response) => void response.end("<html>Sign in to the Wi-Fi</html>")],
    ["nothing", (_, response) => void response.end("")],
    ["another address", (_, response) => void response.writeHead(302, { location: "/elsewhere/" }).end()],
    ["a broken line", (_, response) => void response.destroy()],
  ])("%s leaves the passwords unknown", async (_, answer) => {
    list.answer = answer;
    const { seen, failed } = await check([ids.leaked]);
    expect([...seen]).toEqual([]);
    expect(failed).toEqual([ids.leaked]);
    expect(asked).toHaveLength(1);
  });

  it("three times in a row ends it, and what was not asked about is not known either", async () => {
    const more = await Promise.all(
      ["a1", "b2", "c3"].map(async (one) => (await ann.client.vault.create({ draft: aLogin({ title: one, password: one }) })).id),
    );
    list.answer = (_, response) => void response.writeHead(503).end();
    const wanted = [ids.leaked, ids.padding, ids.sound, ...more];
    expect([...(await check(wanted)).failed].sort()).toEqual([...wanted].sort());
    expect(asked).toHaveLength(3);
  });

  it("ends with the lock", async () => {
    const { client } = await ann.device("phone");
    await client.vault.pull();
    list.answer = (prefix, response) => void client.account.lock().then(() => honest(prefix, response));
    const checking = client.vault.checkBreaches({ source, ids: [ids.leaked, ids.sound], onProgress: () => undefined, signal });
    await expect(checking).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});

describe("where to ask", () => {
  it("is what the operator has set, and shown by its host", () => {
    expect(source).toEqual({ url: `http://${source.host}/range/`, host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
  });

  it.each([
    "",
    "no address",
    "http://leaks.example/range/",
    "https://ann:secret@leaks.example/range/",
    "https://leaks.example/range/?q=",
    "own",
  ])("is nowhere when a server says %j", async (said) => {
    world.changeNextAnswer<{ breachCheckUrl: string }>(
      (url) => url.endsWith("/status"),
      (body) => Object.assign(body, { breachCheckUrl: said === "own" ? `${world.origin}/range/` : said }),
    );
    expect(await ann.client.vault.breachSource()).toBeNull();
  });
});
