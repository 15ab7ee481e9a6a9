/** The first sync of a device: what it costs on the wire, and that opening the records does not wait for the last of them. */
import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blankDraft } from "../../packages/core/src/items/item.ts";
import { KIND_NAMES, kindOf } from "../../packages/core/src/items/kinds.ts";
import { type Candidate, candidateOf } from "../../packages/core/src/transfer/candidate.ts";
import { type Person, startWorld, type World } from "./world.ts";

const COUNT = 1_000;
/** 8 MB for ten thousand. */
const BYTES_OF_ONE = 800;
const PULL = "/vault/all-items-data";

/** Items as people have them: seven of ten are logins, the rest of every other kind, filled in like the template's. */
const candidates = Array.from({ length: COUNT }, (_, index): Candidate => {
  const kind = index % 10 < 7 ? "password" : (KIND_NAMES[1 + (index % (KIND_NAMES.length - 1))] ?? "note");
  const { title, sample, fields } = kindOf(kind);
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [[name, sample[name] ?? name]] : []));
  const login = kind === "password" ? { website_url: `https://www.site${index}.example/login`, password: "x".repeat(20) } : {};
  const own = { ...blankDraft(kind).fields, ...Object.fromEntries(required), ...login, [title]: `Item ${index}` };
  return candidateOf(index + 1, { kind, fields: own, folder: "", status: "complete", name: `Item ${index}` });
});

let world: World;
let ann: Person;
/** Holds back the end of a pull's answer, if a test asks for that. */
let endOfPull: Promise<void> | null = null;
const holdingTheEnd =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    const held = endOfPull;
    if (!held || !String(input).includes(PULL)) return response;
    const text = await response.text();
    const lastLine = text.lastIndexOf("\n") + 1;
    const parts = [text.slice(0, lastLine), text.slice(lastLine)];
    const pull = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      if (parts.length === 1) await held;
      const part = parts.shift();
      if (part === undefined) stream.close();
      else stream.enqueue(new TextEncoder().encode(part));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: response.status });
  };

beforeAll(async () => {
  world = await startWorld({ between: holdingTheEnd });
  ann = await world.person("ann");
  await ann.client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates, onProgress: () => undefined });
});
afterAll(() => world.stop());

/** The bytes of the first sync as they arrive, still compressed. */
const bytesOnTheWire = (authorization: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(`${world.origin}/api${PULL}`, { headers: { authorization, "accept-encoding": "br" } }, (reply) => {
      let bytes = 0;
      reply.on("data", (piece: Buffer) => {
        bytes += piece.length;
      });
      reply.on("end", () => resolve(bytes));
      reply.on("error", reject);
    }).on("error", reject);
  });

describe("the first sync of a device", () => {
  it("sends no more than 800 bytes for an item as people have them", async () => {
    const { authorization = "" } = JSON.parse(world.requests.findLast(({ url }) => url.includes(PULL))?.headers ?? "{}") as Record<
      string,
      string
    >;
    const bytes = await bytesOnTheWire(authorization);
    expect(bytes).toBeGreaterThan(100 * COUNT); // it is the whole vault
    expect(bytes).toBeLessThan(BYTES_OF_ONE * COUNT);
  });

  it("opens the first rows while the rest is still on its way, shows nothing of them, and opens each text once", async () => {
    const { client } = await ann.device("new");
    const decrypt = vi.spyOn(crypto.subtle, "decrypt");
    let letGo = (): void => undefined;
    endOfPull = new Promise((resolve) => {
      letGo = resolve;
    });
    try {
      const pulling = client.vault.pull();
      await vi.waitFor(() => expect(decrypt.mock.calls.length).toBeGreaterThan(COUNT / 2), { timeout: 20_000 });
      expect(client.vault.contents()).toBeNull();
      letGo();
      const { items } = await pulling;
      expect(items).toHaveLength(COUNT);
      expect(items.every(({ state }) => state === "intact")).toBe(true);
      const opened = decrypt.mock.calls.length;
      // The seal of each record holds what lists show of it; a few more for keys and heads.
      expect(opened).toBeLessThan(COUNT + 20);
    } finally {
      endOfPull = null;
      decrypt.mockRestore();
    }
  });

  it("shows nothing of what was opened when the end of the answer is a lie", async () => {
    const { client } = await ann.device("lied to");
    const forget = ({ data }: { data: Record<string, unknown[]> }) => void data.passwords?.pop();
    world.changeNextAnswer<{ data: Record<string, unknown[]> }>((url) => url.includes(PULL), forget);
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "omitted" });
    expect(client.vault.contents()).toBeNull();
  });

  const pulls = (): number => world.requests.filter(({ url }) => url.includes(PULL)).length;

  it("is asked for before the sign-in is told, by a page that will show it, and once", async () => {
    const before = pulls();
    const { client } = await ann.device("early", { pullsEarly: true });
    await vi.waitFor(() => expect(pulls()).toBe(before + 1));
    expect(client.vault.contents()).toBeNull();
    expect((await client.vault.pull()).items).toHaveLength(COUNT);
    expect(pulls()).toBe(before + 1);
    await client.vault.pull();
    expect(pulls()).toBe(before + 2);
  });

  it("that was requested early and is a lie is refused when the app asks for it", async () => {
    const forget = ({ data }: { data: Record<string, unknown[]> }) => void data.passwords?.pop();
    world.changeNextAnswer<{ data: Record<string, unknown[]> }>((url) => url.includes(PULL), forget);
    const { client } = await ann.device("lied to early", { pullsEarly: true });
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "omitted" });
    expect(client.vault.contents()).toBeNull();
  });

  it("that was asked for long ago is no news: it is asked for again", async () => {
    const { client } = await ann.device("forgotten", { pullsEarly: true });
    await vi.waitFor(async () => expect(await client.vault.local()).not.toBeNull(), { timeout: 20_000 });
    const before = pulls();
    world.passTime(1);
    await client.vault.pull().finally(() => world.passTime(-1));
    expect(pulls()).toBe(before + 1);
  });
});
