/** Which logins fit a page, and in which order, looked up in the open vault. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  const logins = [
    { title: "house", website_url: "https://accounts.google.com" },
    { title: "house of its own host", website_url: "https://mail.google.com", url_match: "host" },
    { title: "sibling", website_url: "https://music.youtube.com" },
    { title: "first", website_url: "https://www.youtube.com" },
    { title: "second", website_url: "www.youtube.com" },
    { title: "path", website_url: "https://www.youtube.com/signin" },
    { title: "stranger", website_url: "https://youtube.evil.example" },
  ];
  for (const fields of logins) await ann.client.vault.create({ draft: aLogin(fields) });
});
afterAll(() => world.stop());

async function titlesFor(page: string): Promise<(string | undefined)[]> {
  const { vault } = ann.client;
  const ids = await vault.findForPage({ page });
  return Promise.all(ids.map(async (id) => (await vault.open({ id })).fields.title));
}

async function use(title: string): Promise<void> {
  const { items } = await ann.client.vault.pull();
  await ann.client.vault.markUsed({ id: items.find(({ fields }) => fields.title === title)?.id ?? "" });
  world.passMinutes(1);
}

it("come by exact address first, then by host, site, company; never from an unrelated site", async () => {
  expect(await titlesFor("https://www.youtube.com/signin")).toEqual(["path", "first", "second", "sibling", "house"]);
  expect(await titlesFor("https://youtube.evil.example/")).toEqual(["stranger"]);
  expect(await titlesFor("https://evil.example/")).toEqual(["stranger"]);
  expect(await titlesFor("https://youtube.example/")).toEqual([]);
});

it("are sorted by last use if equally good; a better match stays before them", async () => {
  await use("second");
  expect(await titlesFor("https://www.youtube.com/signin")).toEqual(["path", "second", "first", "sibling", "house"]);
  await use("first");
  await use("house");
  expect(await titlesFor("https://www.youtube.com/signin")).toEqual(["path", "first", "second", "sibling", "house"]);
});

it("of another person come after all own ones, however well they fit and whenever that person used them, which is not told", async () => {
  const eve = await world.person("eve");
  const planted = async (title: string, website_url: string) => {
    const { id } = await eve.client.vault.create({ draft: aLogin({ title, website_url }) });
    await eve.client.sharing.share({ id, email: ann.email, permission: "write", expiresAt: null });
    world.passMinutes(1);
    await eve.client.vault.markUsed({ id });
    return id;
  };
  await planted("of eve, sibling", "https://music.youtube.com");
  const id = await planted("of eve", "https://www.youtube.com/signin");
  await planted("phishing", "https://m.yuotube.com");
  const { items } = await ann.client.vault.pull();
  expect(items.find((item) => item.id === id)).toMatchObject({ lastUsedAt: null, sharedBy: eve.email });
  expect((await ann.client.vault.open({ id })).lastUsedAt).toBeNull();
  expect(await titlesFor("https://www.youtube.com/signin")).toEqual([
    ...["path", "first", "second", "sibling", "house"],
    ...["of eve", "of eve, sibling"],
  ]);
  // Nor does it keep a warning away.
  expect(await ann.client.vault.findLookAlike({ page: "https://m.yuotube.com/" })).toBe("youtube.com");
});

it("are read once, however many pages ask: a second question reads the address of its page alone", async () => {
  const { vault } = ann.client;
  await vault.findForPage({ page: "https://www.youtube.com/signin" });
  await vault.findLookAlike({ page: "https://www.youtube.com/signin" });
  const read: string[] = [];
  class ReadUrl extends URL {
    constructor(...from: ConstructorParameters<typeof URL>) {
      super(...from);
      read.push(String(from[0]));
    }
  }
  vi.stubGlobal("URL", ReadUrl);
  try {
    expect(await vault.findForPage({ page: "https://accounts.google.com/" })).not.toEqual([]);
    expect(await vault.findLookAlike({ page: "https://m.yuotube.com/" })).toBe("youtube.com");
    expect(read).toEqual(["https://accounts.google.com/", "https://m.yuotube.com/"]);
  } finally {
    vi.unstubAllGlobals();
  }
});

it("that wait for the server are found by what they will be: new ones, those with other addresses, and not those that are deleted", async () => {
  const { client } = await ann.device("phone");
  await client.vault.pull();
  await client.vault.keepEdits({ onChange: () => undefined, onSent: () => undefined });
  const { vault } = client;
  const found = async (page: string) => {
    const ids = await vault.findForPage({ page });
    const items = new Map((await vault.openMany({ ids })).map((item) => [item.id, item.fields.title]));
    return ids.map((id) => items.get(id));
  };
  const moved = await vault.create({ draft: aLogin({ title: "moved", website_url: "https://old.example" }) });
  const kept = await vault.create({ draft: aLogin({ title: "kept", website_url: "https://kept.example" }) });
  const gone = await vault.create({ draft: aLogin({ title: "gone", website_url: "https://gone.example" }) });

  world.refuseWhen(() => true);
  await vault.create({ draft: aLogin({ title: "new", website_url: "https://new.example" }) });
  await vault.update({ base: moved, draft: aLogin({ ...moved.fields, website_url: "https://now.example" }) });
  await vault.update({ base: kept, draft: aLogin({ ...kept.fields, password: "another" }) });
  await vault.remove({ ids: [gone.id] });
  const all = async () =>
    Promise.all(["new", "now", "old", "kept", "gone"].map(async (host) => (await found(`https://${host}.example/`)).join()));
  expect(await all()).toEqual(["new", "moved", "", "kept", ""]);
  const titles = (await vault.openMany()).map(({ fields }) => fields.title);
  expect(titles.filter((title) => ["new", "moved", "kept", "gone"].includes(title ?? "")).sort()).toEqual(["kept", "moved", "new"]);

  world.refuseWhen(() => false);
  await vault.pull();
  expect(await all()).toEqual(["new", "moved", "", "kept", ""]);
});
