/** The history of an item outlives new keys (decision 18): earlier versions are sealed again in portions, also after a kill and by two devices at once, and no one has them who had only the key of before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { ResealedVersion } from "../../packages/contract/src/old-versions.ts";
import { timelineOf } from "../../packages/core/src/items/item-versions.ts";
import { NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

/** What becomes of a call on its way; undefined for an ordinary one. */
let onItsWay: (path: string, go: () => Promise<Response>, body: string) => Promise<Response> | undefined = () => undefined;
let world: World;
beforeAll(async () => {
  const between =
    (send: typeof fetch): typeof fetch =>
    (input, init) =>
      onItsWay(new URL(String(input)).pathname, () => send(input, init), String(init?.body ?? "")) ?? send(input, init);
  world = await startWorld({ between });
});
afterAll(() => world.stop());
beforeEach(() => {
  onItsWay = () => undefined;
  return world.query("delete from rate_limit");
});

const quiet = () => undefined;
const PORTIONS = /\/vault\/scopes\/[\w-]+\/versions$/;
const never = (): Promise<never> => new Promise(quiet);

async function save(client: Client, id: string, fields: Record<string, string>): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, ...fields } } });
}

/** Three items of three saves each: another password, then another note. */
async function threeItems({ client }: Person): Promise<string[]> {
  const ids: string[] = [];
  for (const title of ["Shop", "Bank", "Garage"]) {
    const { id } = await client.vault.create({ draft: aLogin({ title, password: "first", notes: "as it was" }) });
    await save(client, id, { password: "second" });
    await save(client, id, { notes: "as it is" });
    ids.push(id);
  }
  return ids;
}
const HISTORY = [
  ["second", "as it is"],
  ["second", "as it was"],
  ["first", "as it was"],
];
async function historyOf(client: Client, id: string): Promise<(readonly (string | undefined)[])[]> {
  const { now, earlier } = await client.vault.versions({ id });
  return [now, ...earlier].map(({ fields, state }) => [fields.password, state === "intact" ? fields.notes : state]);
}
const gapsOf = async (client: Client, id: string) => {
  const { now, earlier, older } = await client.vault.versions({ id });
  const { entries, before } = timelineOf([now, ...earlier], older);
  return [...entries.filter((entry) => "from" in entry), ...(before ? [before] : [])];
};

/** How many versions are under keys of before. */
async function left({ email }: Person): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    "select count(*)::int as n from superseded v join scope s on s.id = v.scope_id join account a on a.id = s.owner_id where v.epoch < s.epoch and a.email = $1",
    [email],
  );
  return row?.n ?? 0;
}
const sealedAgain = (person: Person): Promise<void> => vi.waitFor(async () => expect(await left(person)).toBe(0), { timeout: 20_000 });
const portionsAsked = (): number => world.requests.filter(({ url }) => PORTIONS.test(new URL(url).pathname)).length;
/** The keys of before are gone from the trust store: no pull asks for anything more. */
async function isOver(client: Client): Promise<void> {
  await vi.waitFor(
    async () => {
      await client.vault.pull();
      const before = portionsAsked();
      await client.vault.pull();
      await new Promise((resume) => setTimeout(resume, 50));
      expect(portionsAsked()).toBe(before);
    },
    { timeout: 20_000, interval: 100 },
  );
}

const renew = ({ client, password }: Pick<Person, "client" | "password">) =>
  client.account.renewAllKeys({ current: password, next: { password: NEXT, hint: null }, onProgress: quiet });

describe("the versions of items", () => {
  it("are all there after new keys for everything: while they are sealed again, and afterwards on each device", async () => {
    const ann = await world.person("ann");
    const ids = await threeItems(ann);
    onItsWay = (path) => (PORTIONS.test(path) ? Promise.reject(new TypeError("fetch failed")) : undefined);
    await renew(ann);
    await ann.client.vault.pull();
    expect(await left(ann)).toBe(6);
    for (const id of ids) {
      expect(await historyOf(ann.client, id)).toEqual(HISTORY);
      expect((await ann.client.vault.versions({ id })).resealing).toEqual([2, 1]);
    }
    onItsWay = () => undefined;
    await ann.client.vault.pull();
    await sealedAgain(ann);
    await isOver(ann.client);
    const { client } = await world.stranger();
    await client.account.login({ email: ann.email, password: NEXT });
    await client.vault.pull();
    for (const id of ids) {
      expect(await historyOf(client, id)).toEqual(HISTORY);
      // That they were sealed again has used up a revision, which no one misses.
      expect(await gapsOf(client, id)).toEqual([]);
      expect((await client.vault.versions({ id })).resealing).toEqual([]);
    }
    const { now, earlier } = await client.vault.versions({ id: ids[0] ?? "" });
    expect([now.revision, now.again, ...earlier.map(({ revision }) => revision)]).toEqual([4, 1, 2, 1]);
  });

  it("are gone at once where that was chosen with the new keys, and the timeline says so", async () => {
    const nell = await world.person("nell");
    const [id = ""] = await threeItems(nell);
    await nell.client.account.renewAllKeys({ current: nell.password, next: null, deletesVersions: true, onProgress: quiet });
    await nell.client.vault.pull();
    expect(await world.sql("select from superseded where record_id = $1", [id])).toEqual([]);
    expect(await historyOf(nell.client, id)).toEqual(HISTORY.slice(0, 1));
    // The fourth is the third, sealed again.
    expect(await gapsOf(nell.client, id)).toEqual([{ from: 1, to: 2 }]);
    await isOver(nell.client);
  });

  it("are all there after a recovery, and after new keys one after the other of which none was finished", async () => {
    const { provenDevice, reset } = recoverySteps(world);
    const bea = await world.person("bea");
    const ids = await threeItems(bea);
    onItsWay = (path) => (PORTIONS.test(path) ? Promise.reject(new TypeError("fetch failed")) : undefined);
    await bea.client.account.renewAllKeys({ current: bea.password, next: null, onProgress: quiet });
    await bea.client.vault.pull();
    await save(bea.client, ids[0] ?? "", { username: "bea@shop.example" });
    const { recoveryKey } = await bea.client.account.renewAllKeys({ current: bea.password, next: null, onProgress: quiet });
    const device = await provenDevice(bea);
    await reset(bea, device, { recoveryKey });
    expect(await left(bea)).toBe(7);
    onItsWay = () => undefined;
    await device.account.login({ email: bea.email, password: NEXT });
    await device.vault.pull();
    await sealedAgain(bea);
    await isOver(device);
    expect(await historyOf(device, ids[0] ?? "")).toEqual([["second", "as it is"], ...HISTORY]);
    for (const id of ids.slice(1)) expect(await historyOf(device, id)).toEqual(HISTORY);
    for (const id of ids) expect(await gapsOf(device, id)).toEqual([]);
  });

  it("are all there for those who stay when a member is removed; who is gone gets none, and a newcomer those since they came", async () => {
    const [cleo, bob, dan, eve] = [
      await world.person("cleo"),
      await world.person("bob"),
      await world.person("dan"),
      await world.person("eve"),
    ];
    const { id: vaultId } = await cleo.client.vault.createVault({ name: "House", description: "", color: "#112233" });
    const { id } = await cleo.client.vault.create({ draft: { ...aLogin({ title: "Door", password: "first" }), categoryId: vaultId } });
    const share = ({ email }: Person, permission: "read" | "write") =>
      cleo.client.sharing.share({ id: vaultId, email, permission, expiresAt: null });
    await share(bob, "write");
    await share(dan, "read");
    await bob.client.vault.pull();
    await save(bob.client, id, { password: "second" });
    await cleo.client.vault.pull();
    await save(cleo.client, id, { password: "third" });
    await dan.client.vault.pull();
    const rows = await cleo.client.sharing.sharedByMe();
    await cleo.client.sharing.revoke(asShown(rows.find(({ person }) => person === bob.email)));
    await cleo.client.vault.pull();
    await sealedAgain(cleo);
    await isOver(cleo.client);
    const passwords = async (client: Client) => (await historyOf(client, id)).map(([password]) => password);
    for (const { client } of [cleo, dan]) {
      await client.vault.pull();
      expect(await passwords(client)).toEqual(["third", "second", "first"]);
      expect(await gapsOf(client, id)).toEqual([{ from: 1, to: 1 }]); // of before it was shared
      expect((await client.vault.versions({ id })).earlier[0]?.author?.email).toBe(bob.email);
    }
    await expect(bob.client.vault.versions({ id })).rejects.toMatchObject({ code: "not_found" });
    expect(await bob.get(`/vault/entries/${id}/versions`)).toMatchObject({ status: 404 });
    await share(eve, "read");
    await save(cleo.client, id, { password: "fourth" });
    await eve.client.vault.pull();
    expect(await passwords(eve.client)).toEqual(["fourth", "third"]);
    // A key of before is gone for good: what is under the present one is all that a reader gets.
    expect(
      await world.sql(
        "select distinct v.epoch = s.epoch as now from superseded v join scope s on s.id = v.scope_id where v.record_id = $1",
        [id],
      ),
    ).toEqual([{ now: true }]);
  });

  it("under a key of before are shown to a reader as being sealed again, until its owner has done it", async () => {
    const [fay, guy, hal] = [await world.person("fay"), await world.person("guy"), await world.person("hal")];
    const { id } = await fay.client.vault.create({ draft: aLogin({ title: "Boat", password: "first" }) });
    for (const { email } of [guy, hal]) await fay.client.sharing.share({ id, email, permission: "read", expiresAt: null });
    await save(fay.client, id, { password: "second" });
    onItsWay = (path) => (PORTIONS.test(path) ? Promise.reject(new TypeError("fetch failed")) : undefined);
    await fay.client.sharing.revoke(asShown((await fay.client.sharing.sharedByMe()).find(({ person }) => person === hal.email)));
    await guy.client.vault.pull();
    expect(await guy.client.vault.versions({ id })).toMatchObject({ earlier: [], resealing: [2] });
    onItsWay = () => undefined;
    await fay.client.vault.pull();
    await sealedAgain(fay);
    expect(await guy.client.vault.versions({ id })).toMatchObject({
      earlier: [{ revision: 2, fields: { password: "first" } }],
      resealing: [],
    });
  });
});

it("no version is sealed under a key that someone has who lost access: it waits for the next one", async () => {
  const [fran, gil, hub, ivy] = [
    await world.person("fran"),
    await world.person("gil"),
    await world.person("hub"),
    await world.person("ivy"),
  ];
  const { id } = await fran.client.vault.create({ draft: aLogin({ title: "Boat", password: "first" }) });
  for (const { email } of [gil, hub, ivy]) await fran.client.sharing.share({ id, email, permission: "read", expiresAt: null });
  await save(fran.client, id, { password: "second" });
  const revoke = async ({ email }: Person) =>
    fran.client.sharing.revoke(asShown((await fran.client.sharing.sharedByMe()).find(({ person }) => person === email)));
  const lost = () => Promise.reject(new TypeError("fetch failed"));
  onItsWay = (path) => (PORTIONS.test(path) ? lost() : undefined);
  await revoke(gil);
  expect(await left(fran)).toBe(1);
  onItsWay = (path) => (path.endsWith("/share/rotate") ? lost() : undefined);
  await revoke(hub);
  const before = portionsAsked();
  for (let at = 0; at < 3; at++) await fran.client.vault.pull();
  await new Promise((resume) => setTimeout(resume, 1_500));
  expect([portionsAsked(), await left(fran)]).toEqual([before, 1]);
  onItsWay = () => undefined;
  await save(fran.client, id, { password: "third" });
  await fran.client.vault.pull();
  await sealedAgain(fran);
  expect((await historyOf(fran.client, id)).map(([password]) => password)).toEqual(["third", "second", "first"]);
});

describe("sealing them again", () => {
  /** Two saves of each, in one call each. */
  async function manyVersions({ client }: Person): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < 105; at++) ids.push((await client.vault.create({ draft: aLogin({ title: `Item ${at}` }) })).id);
    for (const add of ["one", "two"]) await client.vault.tag({ ids, add: [add] });
    return ids;
  }
  const tagsOf = async (client: Client, id: string) => {
    const { now, earlier } = await client.vault.versions({ id });
    return [now, ...earlier].map(({ state, fields }) => (state === "intact" ? (fields.tags ?? "") : state));
  };
  const TAGS = ['["one","two"]', '["one"]', ""];

  async function opened(device: Device, password: string): Promise<Client> {
    await world.query("delete from rate_limit");
    const client = device.reload();
    await client.account.resume();
    if (client.isLocked) await client.account.unlock({ password });
    return client;
  }

  const isOurs = (path: string): boolean => PORTIONS.test(path) || path.endsWith("/vault/commit");

  it("goes on after a kill at any of its calls, before it arrived or after, and ends with every version", async () => {
    const ida = await world.person("ida");
    const ids = await manyVersions(ida);
    onItsWay = (path) => (PORTIONS.test(path) ? Promise.reject(new TypeError("fetch failed")) : undefined);
    await renew(ida);
    expect(await left(ida)).toBe(210);
    // A portion, the rest, and the trust store without the key: of each the first call, then the second, before it arrives and after.
    const steps = [0, 1].flatMap((call) => [false, true].map((isAfter) => ({ call, isAfter })));
    for (const [at, step] of [...steps, ...steps, ...steps].entries()) {
      const client = await opened(ida, NEXT);
      await new Promise<void>((reached) => {
        let calls = 0;
        onItsWay = (path, go) => {
          if (calls > step.call) return never();
          if (!isOurs(path) || calls++ < step.call) return undefined;
          return (step.isAfter ? go() : Promise.resolve()).then(() => reached()).then(never);
        };
        void client.vault.pull().catch(quiet);
      });
      onItsWay = () => undefined;
      expect(await left(ida), `${at}`).toBe(at < 3 ? 210 : at < 7 ? 10 : 0);
    }
    const client = await opened(ida, NEXT);
    await isOver(client);
    for (const id of ids) expect(await tagsOf(client, id)).toEqual(TAGS);
  });

  it("is done by two devices at once as by one", async () => {
    const kim = await world.person("kim");
    const ids = await manyVersions(kim);
    onItsWay = (path) => (PORTIONS.test(path) ? Promise.reject(new TypeError("fetch failed")) : undefined);
    await renew(kim);
    const { client: phone } = await world.stranger();
    await phone.account.login({ email: kim.email, password: NEXT });
    // Each has its first list before either sends anything.
    let waiting: (() => void)[] = [];
    onItsWay = (path, go) => {
      if (!PORTIONS.test(path) || waiting.length >= 2) return undefined;
      return go().then((answer) => {
        const both = new Promise<void>((resume) => waiting.push(resume));
        if (waiting.length === 2) for (const resume of waiting) resume();
        return both.then(() => answer);
      });
    };
    await Promise.all([kim.client.vault.pull(), phone.vault.pull()]);
    await sealedAgain(kim);
    waiting = [];
    onItsWay = () => undefined;
    for (const client of [kim.client, phone]) {
      await isOver(client);
      for (const id of ids) expect(await tagsOf(client, id)).toEqual(TAGS);
    }
  });

  it("leaves out one that does not open, which is a gap then, and is done with all others", async () => {
    const lea = await world.person("lea");
    const [id = "", other = ""] = await threeItems(lea);
    await world.sql(
      "update superseded set fields = (select fields from superseded where record_id = $2 and revision = 1) where record_id = $1 and revision = 1",
      [id, other],
    );
    await renew(lea);
    await lea.client.vault.pull();
    await sealedAgain(lea);
    await isOver(lea.client);
    expect(await historyOf(lea.client, id)).toEqual(HISTORY.slice(0, 2));
    expect(await gapsOf(lea.client, id)).toEqual([{ from: 1, to: 1 }]);
    expect(await historyOf(lea.client, other)).toEqual(HISTORY);
  });

  it("leaves out one that the server does not take, and is done with all others", async () => {
    const ora = await world.person("ora");
    const [id = "", ...others] = await threeItems(ora);
    const isTooLarge = (body: string): boolean =>
      body.startsWith("{") &&
      (JSON.parse(body).versions as ResealedVersion[]).some((one) => one.id === id && one.revision === 2 && one.sealed);
    const refusal = JSON.stringify({ success: false, code: "too_large", message: "The request is too large." });
    onItsWay = (path, _, body) =>
      PORTIONS.test(path) && isTooLarge(body) ? Promise.resolve(new Response(refusal, { status: 413 })) : undefined;
    await renew(ora);
    await ora.client.vault.pull();
    await sealedAgain(ora);
    await isOver(ora.client);
    expect(await historyOf(ora.client, id)).toEqual([HISTORY[0], HISTORY[2]]);
    for (const other of others) expect(await historyOf(ora.client, other)).toEqual(HISTORY);
  });

  it("stops at a server that takes a portion and lists it once more", async () => {
    const mia = await world.person("mia");
    await threeItems(mia);
    let asked = 0;
    onItsWay = (path, go) => {
      if (!PORTIONS.test(path)) return undefined;
      asked++;
      return asked % 2 === 0 ? Promise.resolve(new Response(JSON.stringify({ success: true }))) : go();
    };
    await renew(mia);
    await mia.client.vault.pull();
    await new Promise((resume) => setTimeout(resume, 1_000));
    expect([asked, await left(mia)]).toEqual([3, 6]);
  });

  it("comes to a shared vault too while a server lists more and more that is not there of the person's own items", async () => {
    const [nia, bob, cal] = [await world.person("nia"), await world.person("bob-of-nia"), await world.person("cal-of-nia")];
    const [, shared = ""] = await threeItems(nia);
    for (const { email } of [bob, cal]) await nia.client.sharing.share({ id: shared, email, permission: "read", expiresAt: null });
    for (const password of ["third", "fourth"]) await save(nia.client, shared, { password });
    const [own] = await world.sql<{ id: string }>(
      "select s.id from scope s join account a on a.id = s.owner_id where a.email = $1 and s.kind = 'personal'",
      [nia.email],
    );
    onItsWay = (path, go, body) => {
      if (!PORTIONS.test(path) || !path.includes(own?.id ?? "")) return undefined;
      if (body !== "") return Promise.resolve(Response.json({ success: true }));
      return go().then(async (answer) => {
        const { versions, ...rest } = (await answer.json()) as { versions: { id: string }[] };
        return Response.json({ ...rest, versions: versions.map((one) => ({ ...one, id: crypto.randomUUID() })) });
      });
    };
    const leftOfShared = async (): Promise<number> => {
      const [row] = await world.sql<{ n: number }>(
        "select count(*)::int as n from superseded v join scope s on s.id = v.scope_id where v.epoch < s.epoch and v.record_id = $1",
        [shared],
      );
      return row?.n ?? 0;
    };
    await renew(nia);
    const row = (await nia.client.sharing.sharedByMe()).find(({ person }) => person === bob.email);
    await nia.client.sharing.revoke(asShown(row));
    await nia.client.vault.pull();
    expect(await leftOfShared()).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await leftOfShared()).toBe(0), { timeout: 30_000, interval: 500 });
    expect(await left(nia)).toBeGreaterThan(0);
  });
});
