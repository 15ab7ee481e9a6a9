/** A colleague shares one item after the other with Bob, until the server has no time for all of them: his own vault goes on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

const EACH = 65;
let world: World;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  bob = await world.person("bob");
});
afterAll(() => world.stop());

it("the recipient's own items are loaded and saved while what others share is refused, and that comes with a later pull", async () => {
  const titles: string[] = [];
  for (const name of ["eve", "mallory"]) {
    const { client } = await world.person(name);
    for (let at = 0; at < EACH; at++) {
      const title = `${name} ${at}`;
      const { id } = await client.vault.create({ draft: aLogin({ title }) });
      await client.sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
      titles.push(title);
      if (at % 20 === 19) await world.sql("delete from rate_limit");
    }
  }
  await bob.client.vault.create({ draft: aLogin({ title: "Mine" }) });
  const [{ own } = { own: "" }] = await world.sql<{ own: string }>(
    "select id as own from scope where kind = 'personal' and owner_id = (select id from account where email = $1)",
    [bob.email],
  );
  const { client } = await bob.device("a new one");
  const isOthers = (url: string): boolean => url.includes("/vault/all-items-data?") && /scope=/.test(url) && !url.includes(own);
  const refusal = () => Response.json({ code: "rate_limited", message: "" }, { status: 429 });
  world.refuseWhen(isOthers, refusal);
  const shown = async (): Promise<string[]> => (await client.vault.pull()).items.map(({ fields }) => fields.title ?? "");
  expect(await shown()).toEqual(["Mine"]);
  await client.vault.create({ draft: aLogin({ title: "Mine too" }) });
  expect(await shown()).toEqual(["Mine", "Mine too"]);
  const rows = await client.sharing.sharedWithMe();
  expect([rows.length, new Set(rows.map(({ name, trouble }) => `${name} ${trouble}`))]).toEqual([
    titles.length,
    new Set(["null not-loaded"]),
  ]);
  world.refuseWhen(() => false);
  expect((await shown()).toSorted()).toEqual(["Mine", "Mine too", ...titles].toSorted());
  expect((await client.sharing.sharedWithMe()).every(({ trouble }) => trouble === null)).toBe(true);
});
