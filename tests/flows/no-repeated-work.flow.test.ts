/** Nothing is requested or opened twice: requests are counted on the wire, decryptions at the browser's own cryptography, statements at the database's driver. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type IncomingMessage, Server } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KIND_NAMES } from "../../packages/core/src/items/kinds.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "There already" }) });
});
afterAll(() => world.stop());

const isPull = (url: string): boolean => url.includes("/vault/all-items-data");
const pullsSince = (count: number): number => world.requests.slice(count).filter(({ url }) => isPull(url)).length;

/** Every ciphertext that is opened while `work` runs, in base64url, and what `work` returns. */
async function decryptedIn<T>(work: () => Promise<T>): Promise<{ result: T; opened: string[] }> {
  const opened: string[] = [];
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  crypto.subtle.decrypt = async (algorithm, key, data) => {
    opened.push(Buffer.from(data as Uint8Array).toString("base64url"));
    return decrypt(algorithm, key, data);
  };
  try {
    return { result: await work(), opened };
  } finally {
    crypto.subtle.decrypt = decrypt;
  }
}

/** Header and nonce of a sealed text (crypto/seal.ts); what follows is what is decrypted. */
const BEFORE_BODY_BYTES = 19;
const bodyOf = (sealed: string): string => Buffer.from(sealed.slice(2), "base64url").subarray(BEFORE_BODY_BYTES).toString("base64url");

/** Every sealed text in the later requests, in the form in which it would be opened. */
function sealedSince(count: number): string[] {
  const bodies = world.requests.slice(count).map(({ body }) => body);
  return bodies.flatMap((body) => [...body.matchAll(/"(2\.[\w-]{80,})"/g)].map(([, sealed = ""]) => bodyOf(sealed)));
}

describe("a sign-in", () => {
  it("pulls once, however many ask: the lists, and the check for a missing second factor", async () => {
    const { client } = await ann.device("fresh");
    const before = world.requests.length;
    const lists = async () => (await client.vault.local()) ?? client.vault.pull();
    const [isMissing, { items }] = await Promise.all([client.account.isSecondFactorMissing(), lists()]);
    expect(isMissing).toBe(false);
    expect(items.map(({ fields }) => fields.title)).toEqual(["There already"]);
    expect(pullsSince(before)).toBe(1);
  });

  it("pulls once when the lists come first, and asks again when it is asked again", async () => {
    const { client } = await ann.device("fresh too");
    const before = world.requests.length;
    await Promise.all([client.vault.pull(), client.account.isSecondFactorMissing()]);
    expect(pullsSince(before)).toBe(1);
    await client.vault.pull();
    expect(pullsSince(before)).toBe(2);
  });

  it("writes first thing after one pull", async () => {
    const { client } = await ann.device("hasty");
    const before = world.requests.length;
    const { id } = await client.vault.create({ draft: aLogin({ title: "Hasty" }) });
    expect(pullsSince(before)).toBe(1);
    await ann.client.vault.pull();
    await ann.client.vault.remove({ ids: [id] });
  });

  it("shows nothing on a device that holds nothing, and sends no request for that", async () => {
    const { client } = await ann.device("empty");
    const before = world.requests.length;
    expect(await client.vault.local()).toBeNull();
    expect(client.vault.contents()).toBeNull();
    expect(world.requests.length).toBe(before);
  });
});

describe("a saved item", () => {
  /** Saves, and counts how often a text that was sealed for it has been opened. */
  async function reopened<T>(save: () => Promise<T>): Promise<{ result: T; count: number }> {
    const before = world.requests.length;
    const { result, opened } = await decryptedIn(save);
    const sealed = new Set(sealedSince(before));
    expect(sealed.size).toBeGreaterThan(1);
    return { result, count: opened.filter((text) => sealed.has(text)).length };
  }

  it("is counted by what would open it", async () => {
    const before = world.requests.length;
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Probe" }) });
    const { opened } = await decryptedIn(() => ann.client.vault.open({ id }));
    expect(opened.toSorted()).toEqual(sealedSince(before).toSorted());
    await ann.client.vault.remove({ ids: [id] });
  });

  it.each(oneOfEachKind((kind, field) => (field === "website_url" ? "https://example.com" : `${kind} ${field} ✓`)))(
    "is not opened again, new or changed, and is what opening it gives: $kind",
    async (draft) => {
      const { vault } = ann.client;
      const { result: item, count } = await reopened(() => vault.create({ draft }));
      expect(count).toBe(0);
      expect(item).toEqual(await vault.open({ id: item.id }));

      const changed = { ...draft, favourite: true, fields: { ...item.fields, notes: "changed" } };
      const edit = await reopened(() => vault.update({ base: item, draft: changed }));
      expect(edit.count).toBe(0);
      expect(edit.result.keptAs).toBeNull();
      expect(edit.result.item).toEqual(await vault.open({ id: item.id }));
    },
  );

  it("is in the lists as another device lists it", async () => {
    const { vault } = ann.client;
    const phone = (await ann.device("phone")).client;
    const there = (await phone.vault.pull()).items.map(({ id, fields, holds, revision }) => ({ id, fields, holds, revision }));
    const here = vault.contents()?.items.map(({ id, fields, holds, revision }) => ({ id, fields, holds, revision }));
    expect(here).toHaveLength(KIND_NAMES.length + 1);
    expect(new Set(here)).toEqual(new Set(there));
    expect(JSON.stringify(here)).not.toContain(aLogin().fields.password);
  });

  it("is a vault, tagged, or restored, and not opened again either", async () => {
    const { vault } = ann.client;
    const { result: made, count } = await reopened(() => vault.createVault({ name: "Work", description: "Payroll" }));
    const renamed = await reopened(() => vault.updateVault({ base: made, name: "Office", description: "" }));
    expect([count, renamed.count]).toEqual([0, 0]);
    expect(vault.contents()?.vaults).toEqual([renamed.result]);
    expect(renamed.result).toMatchObject({ name: "Office", description: "", createdAt: made.createdAt, revision: 2 });

    const ids = (vault.contents()?.items ?? []).map(({ id }) => id);
    expect((await reopened(() => vault.tag({ ids, add: ["all"] }))).count).toBe(0);
    await vault.remove({ ids });
    expect((await reopened(() => vault.restore({ ids }))).count).toBe(0);
    expect(vault.contents()?.items).toHaveLength(ids.length);
  });
});

it("the clock of the server is asked for by the client, and a device an hour ahead knows it", async () => {
  expect(Math.abs((await ann.client.clockOffset()) ?? Number.NaN)).toBeLessThan(20_000);
  world.passTime(1);
  const offset = await ann.client.clockOffset();
  world.passTime(-1);
  expect(Math.abs((offset ?? 0) - 3_600_000)).toBeLessThan(20_000);
});

/** Of the request that is answered. */
const answering = new AsyncLocalStorage<{ statements: number }>();

/**
 * How many statements the server runs for the saves (PUT) in `work`, without those that set a connection's account, whose number varies. What it does for other calls meanwhile,
 * by itself or for a device that hears of the save, is not theirs: on a busy machine there is always some.
 */
async function statementsIn(work: () => Promise<unknown>): Promise<number> {
  const saves = { statements: 0 };
  const { submit } = pg.Query.prototype;
  const counting = function (this: pg.Query & { readonly text?: string }, ...args: unknown[]): unknown {
    const of = answering.getStore();
    if (of && !/coffer\.account/.test(this.text ?? "")) of.statements += 1;
    return Reflect.apply(submit, this, args);
  };
  const { emit } = Server.prototype;
  const noting = function (this: Server, event: string, ...words: readonly unknown[]): boolean {
    const isSave = event === "request" && (words[0] as IncomingMessage).method === "PUT";
    return answering.run(isSave ? saves : { statements: 0 }, () => Reflect.apply(emit, this, [event, ...words]));
  };
  Object.assign(pg.Query.prototype, { submit: counting });
  Object.assign(Server.prototype, { emit: noting });
  try {
    await work();
  } finally {
    Object.assign(pg.Query.prototype, { submit });
    Object.assign(Server.prototype, { emit });
  }
  return saves.statements;
}

it("a save is one call, of the own vault and of one that is shared", async () => {
  const carol = await world.person("carol");
  const savesOf = async (id: string): Promise<string[]> => {
    await ann.client.vault.pull();
    const base = await ann.client.vault.open({ id });
    const before = world.requests.length;
    await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, username: "once more" }) });
    return world.requests.slice(before).map(({ url }) => new URL(url).pathname.replace(/[\w-]{36}$/, ":id"));
  };
  const [own, shared] = [await ann.client.vault.create({ draft: aLogin() }), await ann.client.vault.create({ draft: aLogin() })];
  await ann.client.sharing.share({ id: shared.id, email: carol.email, permission: "read", expiresAt: null });
  expect([await savesOf(own.id), await savesOf(shared.id)]).toEqual([["/api/vault/entries/:id"], ["/api/vault/entries/:id"]]);
});

describe("an edit of what two people share", () => {
  // Whether someone who lost access has the key is asked once the scope is locked: within the statement that waits for the lock it was answered from before.
  it("asks the database twelve things for its owner, the old key among them; for the other it asks whether they still may, and what they were given, instead", async () => {
    const bob = await world.person("bob");
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Boat" }) });
    await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
    /** The fewest of three: once a minute a session records that it was used, and a member's first save weighs the vault. */
    const editsBy = async ({ client }: Person): Promise<number> => {
      await client.vault.pull();
      const counts: number[] = [];
      for (const username of ["first", "second", "third"]) {
        const base = await client.vault.open({ id });
        counts.push(await statementsIn(() => client.vault.update({ base, draft: aLogin({ ...base.fields, username }) })));
      }
      return Math.min(...counts);
    };
    expect([await editsBy(ann), await editsBy(bob)]).toEqual([12, 13]);
  });
});
