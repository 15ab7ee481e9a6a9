/** Edits that wait, and a server that answers but cannot take them now: restarting, under maintenance, too busy, full; two pages that send the same; a disk that is full. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "../../packages/contract/src/errors.ts";
import { toChoose } from "../../packages/core/src/items/other-values.ts";
import { aLogin } from "./sample-items.ts";
import { waitingEditsOn } from "./waiting-device.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

/** What becomes of a call on its way; undefined for an ordinary one. */
let onItsWay: (url: string, go: (isLate?: true) => Promise<Response>) => Promise<Response> | undefined = () => undefined;
let world: World;
let ann: Person;
let device: Device;
let phone: Awaited<ReturnType<typeof waitingEditsOn>>;
beforeAll(async () => {
  const between =
    (send: typeof fetch): typeof fetch =>
    (input, init) =>
      onItsWay(String(input), (isLate) => send(input, isLate ? { ...init, signal: null } : init)) ?? send(input, init);
  world = await startWorld({ between });
  ann = await world.person("ann");
  device = await ann.device("phone");
  phone = await waitingEditsOn(device.client);
});
afterAll(() => world.stop());
beforeEach(async () => {
  online();
  await phone.waiting.send();
  expect(phone.told.waiting).toBe(0);
});

const online = (): void => {
  onItsWay = () => undefined;
};
const offline = (): void => {
  onItsWay = () => Promise.reject(new TypeError("fetch failed"));
};
const isSave = (url: string): boolean => /\/vault\/entries(\/[\w-]+)?$|\/vault\/commit$/.test(url);
const refusal = (code: ErrorCode): Response =>
  new Response(JSON.stringify({ success: false, code, message: "" }), { status: ERRORS[code][0] });

/** The same browser, in another page. */
async function otherPage() {
  const client = device.reload();
  await client.account.resume();
  if (client.isLocked) await client.account.unlock(ann);
  return waitingEditsOn(client);
}

async function shown(title: string) {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: "old" }) });
  await phone.client.vault.pull();
  return id;
}

const change = async ({ vault }: Device["client"], id: string, fields: Record<string, string>) => {
  const base = await vault.open({ id });
  return vault.update({ base, draft: aLogin({ ...base.fields, ...fields }) });
};
const onServer = async (id: string) => {
  await ann.client.vault.pull();
  return (await ann.client.vault.open({ id })).fields;
};

it.each(["starting", "maintenance", "unavailable", "rate_limited", "too_slow", "stale_head", "key_held"] as const)(
  "go on waiting where the server says %s while they are sent: there is nothing to decide",
  async (code) => {
    const id = await shown(`Sent at a bad time: ${code}`);
    offline();
    await change(phone.client, id, { notes: "typed" });
    onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal(code)) : undefined);
    await phone.client.vault.pull();
    expect([phone.told.waiting, phone.told.refused]).toEqual([1, [null]]);
    online();
    await phone.client.vault.pull();
    expect([phone.told.waiting, (await onServer(id)).notes]).toEqual([0, "typed"]);
  },
);

it.each(["unexpected", "storage_full"] as const)(
  "go on waiting where the server fails (%s): only a fault that does not pass is said, and it is tried again by itself",
  async (code) => {
    const id = await shown(`Sent to a server that fails: ${code}`);
    offline();
    await change(phone.client, id, { notes: "typed" });
    onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal(code)) : undefined);
    for (let time = 1; time <= 5; time++) {
      await phone.client.vault.pull();
      expect([phone.told.waiting, phone.told.refused]).toEqual([1, [null]]);
    }
    await phone.client.vault.pull();
    expect([phone.told.waiting, phone.told.refused]).toEqual([1, [expect.any(String)]]);
    online();
    // Not by each pull.
    await phone.client.vault.pull();
    expect([phone.told.waiting, await phone.waiting.look()]).toEqual([1, false]);
    world.passMinutes(1);
    expect(await phone.waiting.look()).toBe(true);
    await phone.client.vault.pull();
    expect([phone.told.waiting, (await onServer(id)).notes]).toEqual([0, "typed"]);

    offline();
    await change(phone.client, id, { notes: "typed again" });
    onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal(code)) : undefined);
    await phone.client.vault.pull();
    online();
    await phone.client.vault.pull();
    expect([phone.told.waiting, (await onServer(id)).notes]).toEqual([0, "typed again"]);
  },
);

it.each(["starting", "maintenance", "unavailable", "overloaded"] as const)(
  "are kept where the server answers a press with %s",
  async (code) => {
    const id = await shown(`Pressed at a bad time: ${code}`);
    onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal(code)) : undefined);
    await change(phone.client, id, { notes: "typed" });
    expect(phone.told.waiting).toBe(1);
    online();
    await phone.client.vault.pull();
    expect([phone.told.waiting, (await onServer(id)).notes]).toEqual([0, "typed"]);
  },
);

it("of two pages that have not seen each other's, of the same field, are both kept: one is current, and the other is to be chosen from", async () => {
  const id = await shown("In two pages");
  const other = await otherPage();
  const [here, there] = [await phone.client.vault.open({ id }), await other.client.vault.open({ id })];
  offline();
  await phone.client.vault.update({ base: here, draft: aLogin({ ...here.fields, notes: "of the first page", username: "first" }) });
  const draft = aLogin({ ...there.fields, notes: "of the second page" });
  const { toChoose: asked } = await other.client.vault.update({ base: there, draft });
  expect(asked).toEqual(["notes"]);
  online();
  await phone.client.vault.pull();
  const fields = await onServer(id);
  expect([fields.notes, fields.username]).toEqual(["of the second page", "first"]);
  expect(toChoose(fields).map(({ field, value, device }) => [field, value, device])).toEqual([
    ["notes", "of the first page", expect.any(String)],
  ]);
});

/** A call that does not arrive now: it is given up, and arrives with `late`. */
function hangs(isIt: (url: string) => boolean) {
  let late = (): Promise<Response> => expect.fail("nothing was sent");
  onItsWay = (url, go) => {
    if (!isIt(url)) return undefined;
    late = () => go(true);
    return Promise.reject(new TypeError("fetch failed"));
  };
  return { late: async () => (await late()).status };
}

it.each([
  ["a deletion", ({ vault }: Device["client"], id: string) => [() => vault.remove({ ids: [id] }), () => vault.restore({ ids: [id] })]],
  [
    "a mark",
    ({ vault }: Device["client"], id: string) => [
      () => vault.setFavourite({ id, favourite: true }),
      () => vault.setFavourite({ id, favourite: false }),
    ],
  ],
  [
    "a move",
    ({ vault }: Device["client"], id: string) => [
      () => vault.place({ ids: [id], categoryId: vault.contents()?.vaults[0]?.id ?? expect.fail("no vault") }),
      () => vault.place({ ids: [id], categoryId: null }),
    ],
  ],
] as const)("%s that was taken back does not land, though its call arrives after all", async (what, press) => {
  await ann.client.vault.createVault({ name: `For ${what}`, description: "" });
  const id = await shown(`Taken back: ${what}`);
  const [wanted = expect.fail(), takeBack = expect.fail()] = press(phone.client, id);
  const call = hangs((url) => !isAsking(url));
  await wanted();
  expect(phone.told.waiting).toBe(1);
  online();
  await takeBack();
  expect(phone.told.waiting).toBe(0);
  expect(await call.late()).toBe(ERRORS.stale_head[0]);
  for (const { vault } of [phone.client, ann.client]) {
    const { items } = await vault.pull();
    expect(items.find((item) => item.id === id)).toMatchObject({ favourite: false, categoryId: null });
  }
});

/** The next save lands; neither its answer nor anything after it comes back. */
function losesAnswer(): void {
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    return go().then(() => {
      offline();
      throw new TypeError("fetch failed");
    });
  };
}

it("of many presses of one field, of which one has landed without an answer, ask no one to choose between them", async () => {
  for (const landing of [1, 2]) {
    const id = await shown(`Pressed often, and landed with ${landing}`);
    for (let time = 1; time <= 25; time++) {
      if (time === landing) losesAnswer();
      else offline();
      await change(phone.client, id, { notes: `press ${time}` });
    }
    online();
    await phone.client.vault.pull();
    const fields = await onServer(id);
    expect([phone.told.waiting, fields.notes, toChoose(fields)]).toEqual([0, "press 25", []]);
  }
});

const isAsking = (url: string): boolean => !url.includes("/vault/") || url.includes("/vault/all-items-data");
const moment = () => new Promise((resume) => setTimeout(resume, 2_000));

it("whose answer is late are kept on the device meanwhile, and with the answer they go; the server has each once", async () => {
  const [edited, deleted, marked] = [await shown("Late"), await shown("Late, deleted"), await shown("Late, marked")];
  const { vault } = phone.client;
  const edit = async () => change(phone.client, edited, { notes: "late" });
  const presses = [
    edit,
    () => vault.create({ draft: aLogin({ title: "Late, new" }) }),
    () => vault.setFavourite({ id: marked, favourite: true }),
    () => vault.tag({ ids: [marked], add: ["late"] }),
    () => vault.remove({ ids: [deleted] }),
  ];
  for (const press of presses) {
    let answer = (): void => undefined;
    const isTime = new Promise<void>((resume) => {
      answer = resume;
    });
    onItsWay = (url, go) => (isAsking(url) ? undefined : go().then((reply) => isTime.then(() => reply)));
    const pressing = press();
    await moment();
    expect(phone.told.waiting).toBe(1);
    answer();
    await pressing;
    expect([phone.told.waiting, phone.told.refused]).toEqual([0, []]);
  }
  online();
  expect((await onServer(edited)).notes).toBe("late");
  expect((await ann.client.vault.versions({ id: edited })).earlier).toHaveLength(1);
  expect(ann.client.vault.contents()?.items.filter(({ fields }) => fields.title === "Late, new")).toHaveLength(1);
  expect(await onServer(marked)).toMatchObject({ tags: expect.stringContaining("late") });
  expect(ann.client.vault.contents()?.items.map(({ id }) => id)).not.toContain(deleted);
});

it("whose answer never comes reach the server though the page is closed before the call is given up", async () => {
  const [one, two, edited] = [await shown("Never, one"), await shown("Never, two"), await shown("Never, edited")];
  const closed = await otherPage();
  onItsWay = (url) => (isAsking(url) ? undefined : new Promise(() => undefined));
  void closed.client.vault.remove({ ids: [one, two] }).catch(() => undefined);
  await moment();
  void change(closed.client, edited, { notes: "typed" }).catch(() => undefined);
  await moment();
  online();
  const next = await otherPage();
  await next.client.vault.pull();
  expect([next.told.waiting, next.told.refused]).toEqual([0, []]);
  expect((await onServer(edited)).notes).toBe("typed");
  const there = ann.client.vault.contents()?.items.map(({ id }) => id) ?? [];
  expect([there.includes(one), there.includes(two)]).toEqual([false, false]);
});

it("that are refused late are not kept: they stay in their form", async () => {
  const id = await shown("Refused late");
  onItsWay = (url) => (isSave(url) ? moment().then(() => refusal("vault_full")) : undefined);
  await expect(change(phone.client, id, { notes: "typed" })).rejects.toMatchObject({ code: "vault_full" });
  expect(phone.told.waiting).toBe(0);
  online();
  expect((await onServer(id)).notes).toBeUndefined();
});

it("wait on where the session ends while they are sent", async () => {
  const own = await ann.device("ended");
  const ended = await waitingEditsOn(own.client);
  const id = await shown("Ended");
  await ended.client.vault.pull();
  offline();
  await change(ended.client, id, { notes: "typed" });
  onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal("session_expired")) : undefined);
  await ended.client.vault.pull().catch(() => undefined);
  expect(ended.client.session).toBeNull();
  online();
  await own.client.account.login(ann);
  const back = await waitingEditsOn(own.client);
  expect(back.told.refused).toEqual([null]);
  await back.client.vault.pull();
  expect((await onServer(id)).notes).toBe("typed");
});

it("pressed in one page while another page still sends an earlier one of the same item are not taken for sent", async () => {
  const id = await shown("Two pages");
  const other = await otherPage();
  offline();
  await change(phone.client, id, { notes: "first" });
  online();
  // The other page has sent the first, and its answer is on the way, while this page sends it too and goes on.
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let arrived = (): void => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    onItsWay = () => undefined;
    return go().then(async (reply) => {
      arrived();
      await held;
      return reply;
    });
  };
  const sending = other.client.vault.pull();
  await isThere;
  await phone.client.vault.pull();
  expect(phone.told.waiting).toBe(0);
  offline();
  await change(phone.client, id, { username: "second" });
  online();
  goOn();
  await sending;
  const third = await otherPage();
  await third.client.vault.pull();
  const fields = await onServer(id);
  expect([fields.notes, fields.username, toChoose(fields)]).toEqual(["first", "second", []]);
});

it("that find no room on the disk are refused with the reason of the press, and the next pull is as ever", async () => {
  const id = await shown("Full disk");
  const { set } = device.keys;
  device.keys.set = (slot, value) =>
    slot.startsWith("device:draft:") ? Promise.reject(new DOMException("no room", "QuotaExceededError")) : set(slot, value);
  offline();
  await expect(change(phone.client, id, { notes: "typed" })).rejects.toThrow("could not be kept on this device");
  device.keys.set = set;
  online();
  await phone.client.vault.pull();
  await change(phone.client, id, { notes: "typed" });
  offline();
  await change(phone.client, id, { notes: "again" });
  device.keys.set = () => Promise.reject(new DOMException("no room", "QuotaExceededError"));
  onItsWay = (url) => (isSave(url) ? Promise.resolve(refusal("forbidden")) : undefined);
  await phone.client.vault.pull();
  device.keys.set = set;
  online();
  await phone.waiting.send();
  expect((await onServer(id)).notes).toBe("again");
});

it("of what its owner has a say in are refused at once: a new item in another person's vault, and tags of their items", async () => {
  const bob = await world.person("bob");
  const vault = await ann.client.vault.createVault({ name: "Lent", description: "" });
  const { id } = await ann.client.vault.create({ draft: { ...aLogin({ title: "Lent" }), categoryId: vault.id } });
  await ann.client.sharing.share({ id: vault.id, email: bob.email, permission: "write", expiresAt: null });
  const { client, told } = await waitingEditsOn(bob.client);
  offline();
  const made = client.vault.create({ draft: { ...aLogin({ title: "Made there" }), categoryId: vault.id } });
  await expect(made).rejects.toThrow("no connection");
  await expect(client.vault.tag({ ids: [id], add: ["mine"] })).rejects.toThrow("no connection");
  expect([told.waiting, client.vault.contents()?.items.map(({ fields }) => fields.title)]).toEqual([0, ["Lent"]]);
});

it("are all there after a lock in the middle of sending them", async () => {
  const own = await ann.device("locked");
  const before = await waitingEditsOn(own.client);
  offline();
  for (const title of ["First before the lock", "Second before the lock"]) await own.client.vault.create({ draft: aLogin({ title }) });
  online();
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    onItsWay = () => undefined;
    return go().then(async (reply) => {
      await own.client.account.lock();
      return reply;
    });
  };
  await own.client.vault.pull().catch(() => undefined);
  expect([own.client.isLocked, before.told.refused.every((reason) => reason === null)]).toEqual([true, true]);
  await own.client.account.unlock(ann);
  const after = await waitingEditsOn(own.client);
  await own.client.vault.pull();
  expect(after.told.waiting).toBe(0);
  await ann.client.vault.pull();
  const titles = ann.client.vault.contents()?.items.map(({ fields }) => fields.title ?? "") ?? [];
  expect(titles.filter((title) => title.endsWith("before the lock"))).toHaveLength(2);
});

it.each(["rate_limited", "too_slow"] as const)(
  "are kept where the answer %s comes late: what is kept is sent, and the same is not made twice",
  async (code) => {
    const title = `Made on a slow line: ${code}`;
    onItsWay = (url) => (isSave(url) ? new Promise((done) => setTimeout(() => done(refusal(code)), 2_500)) : undefined);
    const made = await phone.client.vault.create({ draft: aLogin({ title }) });
    expect([made.fields.title, phone.told.waiting]).toEqual([title, 1]);
    online();
    await otherPage().then(({ client }) => client.vault.pull());
    await phone.client.vault.pull().catch(() => undefined);
    await ann.client.vault.pull();
    expect(ann.client.vault.contents()?.items.filter((item) => item.fields.title === title)).toHaveLength(1);
  },
);

it("that are two of one item, and are both answered late, leave nothing that waits", async () => {
  const id = await shown("Pressed twice on a slow line");
  onItsWay = (url, go) =>
    /vault/.test(url) && !/all-items/.test(url) ? new Promise((done) => setTimeout(() => done(go()), 2_500)) : undefined;
  const first = phone.client.vault.setFavourite({ id, favourite: true });
  await new Promise((done) => setTimeout(done, 300));
  const second = phone.client.vault.tag({ ids: [id], add: ["slow"], remove: [] });
  await Promise.all([first, second]);
  expect(phone.told.waiting).toBe(0);
  online();
  expect((await onServer(id)).tags).toContain("slow");
});

it("are not opened and sealed here next to a call for very many, which does the same", async () => {
  const ids = await Promise.all(
    Array.from({ length: 51 }, (_, at) => ann.client.vault.create({ draft: aLogin({ title: `Of many ${at}` }) })),
  );
  await phone.client.vault.pull();
  const mark = (some: typeof ids, favourite: boolean) => phone.client.vault.setFavourites({ ids: some.map(({ id }) => id), favourite });
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, phone.told.waiting);
  }, 50);
  onItsWay = (url, go) =>
    /\/vault\//.test(url) && !/all-items/.test(url) ? new Promise((done) => setTimeout(() => done(go()), 2_500)) : undefined;
  await mark(ids, true);
  expect(most).toBe(0);
  offline();
  await mark(ids, false);
  clearInterval(watch);
  expect(phone.told.waiting, "without a server they are kept").toBe(51);
  online();
  await phone.client.vault.pull();
});
