/** A login is found for a page by a blind token: the server chooses without learning a host (decision Z-05). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeAddresses } from "../packages/core/src/items/structured.ts";
import { aLogin, oneOfEachKind } from "./things.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  eve = await world.person("eve");
});
afterAll(() => world.stop());

const tokensSent = (): string[] =>
  world.requests.flatMap(({ body }) => (/"search_?[tT]okens":\[([^\]]*)\]/.exec(body)?.[1] ?? "").match(/[0-9a-f]{64}/g) ?? []);
const findFor = (page: string, { client }: Person = ann) => client.vault.findForPage({ page });

it("finds a login by host and by base domain, at any of its addresses", async () => {
  const more_urls = writeAddresses([
    { url: "https://intranet.example.org:8443", match: "host" },
    { url: "https://.*\\.example\\.net", match: "regex" },
  ]);
  const { id } = await ann.client.vault.create({ draft: aLogin({ website_url: "https://login.example.com/start", more_urls }) });
  for (const page of ["https://login.example.com", "http://www.example.com/a?b#c", "https://intranet.example.org", "https://example.org"])
    expect(await findFor(page), page).toEqual([id]);
  for (const page of ["https://example.net", "https://example.com.evil.test", "about:blank"]) expect(await findFor(page), page).toEqual([]);
});

it("follows an edit, a deletion and a return from the trash", async () => {
  const { vault } = ann.client;
  const item = await vault.create({ draft: aLogin({ website_url: "https://before.example" }) });
  const base = await vault.open({ id: item.id });
  await vault.update({ base, draft: aLogin({ website_url: "https://after.example" }) });
  expect([await findFor("https://before.example"), await findFor("https://after.example")]).toEqual([[], [item.id]]);
  await vault.tag({ ids: [item.id], add: ["kept"] });
  await vault.remove({ ids: [item.id] });
  expect(await findFor("https://after.example")).toEqual([]);
  await vault.restore({ ids: [item.id] });
  expect(await findFor("https://after.example")).toEqual([item.id]);
});

it("sends at most twenty tokens, and none for what has no address", async () => {
  const addresses = Array.from({ length: 15 }, (_, index) => ({ url: `https://a.b${index}.example`, match: "domain" as const }));
  const before = tokensSent().length;
  await ann.client.vault.create({ draft: aLogin({ website_url: "", more_urls: writeAddresses(addresses) }) });
  expect(tokensSent().length - before).toBe(20);
  for (const draft of oneOfEachKind((_, field) => `https://${field.replaceAll("_", "-")}.example`).slice(1))
    await ann.client.vault.create({ draft });
  expect(tokensSent().length - before).toBe(20);
});

it("says nothing to a stranger, whose token for the same host is another", async () => {
  const website_url = "https://same.example";
  const before = tokensSent().length;
  const { id } = await ann.client.vault.create({ draft: aLogin({ website_url }) });
  await eve.client.vault.create({ draft: aLogin({ website_url }) });
  const [anns, eves] = tokensSent().slice(before);
  expect(anns).not.toBe(eves);
  const search = async (who: Person) => (await who.get(`/vault/entries/search?q=${anns}`)).body;
  expect(await search(ann)).toMatchObject([{ id }]);
  expect(await search(eve)).toEqual([]);
  expect(await findFor(website_url, eve)).not.toContain(id);
});

it("takes no record that is not in the vault, whatever the server answers", async () => {
  const { body: foreign } = await eve.get("/vault/entries");
  world.changeNextAnswer<unknown[]>(
    (url) => url.includes("/vault/entries/search"),
    (answer) => void answer.push(...(foreign as unknown[])),
  );
  expect(await findFor("https://nothing.example")).toEqual([]);
});

it("never lets a host be read, nor hashed without a key, by whoever sees every call", async () => {
  const host = "canary-host.example";
  await ann.client.vault.create({ draft: aLogin({ website_url: `https://${host}/x` }) });
  expect(await findFor(`https://${host}`)).toHaveLength(1);
  const everything = [...world.requests.map(({ url, body }) => `${url}\n${body}`), await world.everythingInTheDatabase(), world.log()].join(
    "\n",
  );
  const hashes = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(host).digest("hex"));
  for (const secret of [host, ...hashes]) expect(everything).not.toContain(secret);
});
