/** An edit that waits and had landed: the server has it once, and what others have made of it since stays theirs. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { toChoose } from "../../packages/core/src/items/other-values.ts";
import { readTags } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

/** What becomes of a call on its way; undefined for an ordinary one. */
let onItsWay: (url: string, go: () => Promise<Response>) => Promise<Response> | undefined = () => undefined;
let world: World;
let ann: Person;
let phone: Person["client"];
beforeAll(async () => {
  const between =
    (send: typeof fetch): typeof fetch =>
    (input, init) =>
      // One that arrives late was given up.
      onItsWay(String(input), () => send(input, { ...init, signal: null })) ?? send(input, init);
  world = await startWorld({ between });
  ann = await world.person("ann");
  phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  await phone.vault.keepEdits({ onChange: () => undefined, onSent: () => undefined });
});
afterAll(() => world.stop());
beforeEach(() => online());

const online = (): void => {
  onItsWay = () => undefined;
  world.refuseWhen(() => false);
};
const broken = (): never => {
  throw new TypeError("fetch failed");
};
const isSave = (url: string): boolean => /\/vault\/entries(\/[\w-]+)?$/.test(url);

/** The next save that the server takes is done, and this device does not hear of it, nor of anything after it. */
function loseAnswer(): void {
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    return go().then((answer) => {
      if (!answer.ok) return answer;
      onItsWay = broken;
      return broken();
    });
  };
}

/** The next save is done, and this device hears only what is said of the same once more. */
function arriveTwice(): void {
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    onItsWay = () => undefined;
    return go().then(go);
  };
}

const open = (id: string) => ann.client.vault.open({ id });
const savesOf = async (id: string): Promise<number> => (await ann.client.vault.versions({ id })).earlier.length + 1;
const onPhone = async (id: string, fields: Record<string, string>) => {
  const base = await phone.vault.open({ id });
  return phone.vault.update({ base, draft: aLogin({ ...base.fields, ...fields }) });
};
const onLaptop = async (id: string, fields: Record<string, string>) => {
  await ann.client.vault.pull();
  const base = await open(id);
  await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, ...fields }) });
};

const titlesOf = ({ vault }: Person["client"]) => (vault.contents()?.items ?? []).map(({ fields }) => fields.title);

async function shown(title: string) {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: "old" }) });
  await phone.vault.pull();
  return id;
}

it("is saved once, whether it arrives late or twice", async () => {
  const id = await shown("Late");
  const late: (() => Promise<Response>)[] = [];
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    late.push(go);
    onItsWay = () => undefined;
    return Promise.resolve().then(broken);
  };
  await onPhone(id, { password: "new" });
  await late[0]?.();
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect([(await open(id)).fields.password, await savesOf(id)]).toEqual(["new", 2]);

  arriveTwice();
  await onPhone(id, { notes: "twice" });
  arriveTwice();
  const made = await phone.vault.create({ draft: aLogin({ title: "Twice" }) });
  await ann.client.vault.pull();
  expect([await savesOf(id), await savesOf(made.id), made.waits]).toEqual([3, 1, undefined]);
});

it("asks no one to choose between a value and the one that has replaced it, and takes nothing back", async () => {
  const id = await shown("Replaced");
  loseAnswer();
  await onPhone(id, { password: "of the phone", notes: "of the phone" });
  online();
  await onLaptop(id, { password: "of the laptop", notes: "" });
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.password, fields.notes ?? "", toChoose(fields), await savesOf(id)]).toEqual(["of the laptop", "", [], 3]);
});

it("is what a later press begins from", async () => {
  const id = await shown("Pressed again");
  loseAnswer();
  await onPhone(id, { password: "first" });
  await onPhone(id, { username: "second" });
  online();
  await onLaptop(id, { password: "of the laptop" });
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.password, fields.username, toChoose(fields)]).toEqual(["of the laptop", "second", []]);
});

it("takes back nothing that others had changed before it landed, where it is pressed on since", async () => {
  const id = await shown("Merged, and pressed on");
  await onLaptop(id, { username: "of the laptop" });
  loseAnswer();
  await onPhone(id, { notes: "first" });
  await onPhone(id, { password: "second" });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.username, fields.notes, fields.password, toChoose(fields)]).toEqual(["of the laptop", "first", "second", []]);
});

it("chooses for no one between what it wanted and what had been saved before it landed", async () => {
  const id = await shown("Disputed, and pressed on");
  await onLaptop(id, { username: "of the laptop" });
  loseAnswer();
  await onPhone(id, { username: "of the phone" });
  await onPhone(id, { password: "second" });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.username, fields.password]).toEqual(["of the laptop", "second"]);
  expect(toChoose(fields).map(({ field, value }) => [field, value])).toEqual([["username", "of the phone"]]);
});

it("that is pressed on while it is sent takes back nothing of the others' either", async () => {
  const id = await shown("Pressed on meanwhile");
  world.refuseWhen(() => true);
  await onPhone(id, { notes: "first" });
  online();
  await onLaptop(id, { username: "of the laptop" });
  let later: Promise<unknown> = Promise.resolve();
  onItsWay = (url, go) => {
    if (!isSave(url)) return undefined;
    onItsWay = () => undefined;
    return go().then(async (answer) => {
      later = onPhone(id, { password: "second" });
      // Until it is kept: it is sent after this one.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return answer;
    });
  };
  await phone.vault.pull();
  await later;
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.username, fields.notes, fields.password, toChoose(fields)]).toEqual(["of the laptop", "first", "second", []]);
});

it("takes a tag off that another device had put on before it landed, and leaves the others on", async () => {
  const id = await shown("Tagged by both");
  await ann.client.vault.tag({ ids: [id], add: ["ours"] });
  loseAnswer();
  await phone.vault.tag({ ids: [id], add: ["mine"] });
  online();
  await ann.client.vault.pull();
  await ann.client.vault.tag({ ids: [id], add: ["later"] });
  onItsWay = broken;
  await phone.vault.tag({ ids: [id], remove: ["ours"] });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect(readTags((await open(id)).fields.tags ?? "").sort()).toEqual(["later", "mine"]);
});

it("that marks or moves brings back nothing that someone has deleted, nor makes it once more", async () => {
  const [deleted, gone] = [await shown("Deleted, and marked"), await shown("Gone, and marked")];
  onItsWay = broken;
  await phone.vault.setFavourites({ ids: [deleted, gone], favourite: true });
  online();
  await ann.client.vault.remove({ ids: [deleted, gone] });
  await ann.client.vault.purge({ ids: [gone] });
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect(titlesOf(ann.client).filter((title) => title?.endsWith("and marked"))).toEqual([]);
  expect((await ann.client.vault.trash()).filter(({ item }) => item.id === deleted)).toHaveLength(1);
});

it("that was deleted by someone else once it had landed is brought back as it was, by what was pressed since alone", async () => {
  const id = await shown("Landed, deleted, pressed on");
  loseAnswer();
  await onPhone(id, { username: "first" });
  online();
  await ann.client.vault.pull();
  await ann.client.vault.remove({ ids: [id] });
  onItsWay = broken;
  await onPhone(id, { username: "second" });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.username, toChoose(fields)]).toEqual(["second", []]);
});

it("of an item that was deleted here, and edited in a form that was open, is an edit of what the form began from", async () => {
  const id = await shown("Deleted under a form");
  const form = await phone.vault.open({ id });
  onItsWay = broken;
  await phone.vault.remove({ ids: [id] });
  await phone.vault.update({ base: form, draft: aLogin({ ...form.fields, password: "typed" }) });
  online();
  await onLaptop(id, { notes: "of the laptop" });
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.password, fields.notes, toChoose(fields)]).toEqual(["typed", "of the laptop", []]);
});

it("undoes a mark and a vault that another device has set since", async () => {
  const vaultId = (await ann.client.vault.createVault({ name: "Boats", description: "" })).id;
  const id = await shown("Marked by both");
  await ann.client.vault.setFavourite({ id, favourite: true });
  await ann.client.vault.place({ ids: [id], categoryId: vaultId });
  loseAnswer();
  await onPhone(id, { notes: "first" });
  onItsWay = broken;
  const { favourite, categoryId } = await phone.vault.open({ id });
  await phone.vault.setFavourite({ id, favourite: false });
  await phone.vault.place({ ids: [id], categoryId: null });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  const now = await open(id);
  expect([favourite, categoryId === vaultId, now.favourite, now.categoryId]).toEqual([true, true, false, null]);
});

it("is taken back though no one here has heard that it landed: a field, a tag, a mark and a vault", async () => {
  const vaultId = (await ann.client.vault.createVault({ name: "Sheds", description: "" })).id;
  const id = await shown("Taken back");
  const back: Record<string, () => Promise<unknown>> = {
    notes: () => onPhone(id, { notes: "" }),
    tags: () => phone.vault.tag({ ids: [id], remove: ["mine"] }),
    favourite: () => phone.vault.setFavourite({ id, favourite: false }),
    categoryId: () => phone.vault.place({ ids: [id], categoryId: null }),
  };
  const press: Record<string, () => Promise<unknown>> = {
    notes: () => onPhone(id, { notes: "first" }),
    tags: () => phone.vault.tag({ ids: [id], add: ["mine"] }),
    favourite: () => phone.vault.setFavourite({ id, favourite: true }),
    categoryId: () => phone.vault.place({ ids: [id], categoryId: vaultId }),
  };
  for (const [name, change] of Object.entries(press)) {
    onItsWay = (url, go) => (/all-items-data/.test(url) ? Promise.resolve().then(broken) : go().then(broken));
    await change();
    online();
    await back[name]?.();
    await phone.vault.pull();
    await ann.client.vault.pull();
    const { fields, favourite, categoryId } = await open(id);
    expect([fields.notes ?? "", fields.tags ?? "", favourite, categoryId], name).toEqual(["", "", false, null]);
  }
});

it("that was pressed at the same moment as another one, and landed alone, is not taken for both", async () => {
  const id = await shown("At once");
  const base = await phone.vault.open({ id });
  let saves = 0;
  onItsWay = (url, go) => {
    if (!isSave(url)) return Promise.resolve().then(broken);
    return ++saves === 1 ? Promise.resolve().then(broken) : go().then(broken);
  };
  const press = (fields: Record<string, string>) => phone.vault.update({ base, draft: aLogin({ ...base.fields, ...fields }) });
  await Promise.all([press({ notes: "of the first" }), press({ username: "of the second" })]);
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await open(id);
  expect([fields.notes, fields.username]).toEqual(["of the first", "of the second"]);
});

it("that arrives after it was taken back does nothing any more: a field, and a tag", async () => {
  const press: readonly (readonly [(id: string) => Promise<unknown>, (id: string) => Promise<unknown>])[] = [
    [(id) => onPhone(id, { notes: "late" }), (id) => onPhone(id, { notes: "" })],
    [(id) => phone.vault.tag({ ids: [id], add: ["late"] }), (id) => phone.vault.tag({ ids: [id], remove: ["late"] })],
  ];
  for (const [change, takeBack] of press) {
    const id = await shown("Late, and taken back");
    const late: (() => Promise<Response>)[] = [];
    onItsWay = (url, go) => {
      if (isSave(url) || url.endsWith("/vault/commit")) late.push(go);
      return Promise.resolve().then(broken);
    };
    await change(id);
    online();
    await takeBack(id);
    expect((await late[0]?.())?.ok).toBe(false);
    await ann.client.vault.pull();
    const { fields } = await open(id);
    // The same once more: without it what is late would be taken.
    expect([fields.notes ?? "", fields.tags ?? "", await savesOf(id)]).toEqual(["", "", 2]);
  }
});

it("that made an item does not make it again where that was deleted since", async () => {
  loseAnswer();
  const { id } = await phone.vault.create({ draft: aLogin({ title: "Made, and deleted" }) });
  online();
  await ann.client.vault.pull();
  await ann.client.vault.remove({ ids: [id] });
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect([phone, ann.client].flatMap(({ vault }) => vault.contents()?.items.filter((item) => item.id === id))).toEqual([]);
});

it("of a mark or a vault is no save of the item", async () => {
  const id = await shown("Marked");
  world.refuseWhen(() => true);
  await phone.vault.setFavourite({ id, favourite: true });
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect([(await open(id)).favourite, await savesOf(id)]).toEqual([true, 1]);
});

it("of an item that is gone becomes one item, once", async () => {
  const id = await shown("Gone for good");
  world.refuseWhen(() => true);
  await onPhone(id, { notes: "typed" });
  online();
  await ann.client.vault.remove({ ids: [id] });
  await ann.client.vault.purge({ ids: [id] });
  loseAnswer();
  await phone.vault.pull().catch(() => undefined);
  online();
  await phone.vault.pull();
  await ann.client.vault.pull();
  expect(ann.client.vault.contents()?.items.filter(({ fields }) => fields.title === "Gone for good")).toHaveLength(1);
});
