/** A next key that could not be made: the owner's list of shares says why it waits, for as long as someone who lost access may have the one in use. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { shareOf, shareWith, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());
beforeEach(() => world.query("delete from rate_limit"));

const waits = async () => (await ann.client.sharing.sharedByMe()).map(({ name, person, keyWaits }) => [name, person, keyWaits]);
const refused = (code: string, status: number) => () => Response.json({ success: false, code, message: "It was not taken." }, { status });

it.each([
  ["no connection", undefined, /There is no connection to the server/],
  ["the server is away", refused("maintenance", 503), /It was not taken\./],
  ["the server refuses it", refused("unexpected", 500), /The server did not take it.*tell your operator/],
] as const)("says of %s that the next key waits for it, to the owner alone, until it is there", async (title, refusal, why) => {
  const { id } = await shareWith(world, { owner: ann, people: [bob, carol], title });
  world.refuseWhen((url) => url.endsWith("/share/rotate"), refusal);
  await ann.client.sharing.revoke(await shareOf(ann, id, bob));
  const [row] = (await waits()).filter(([name]) => name === title);
  expect(row).toEqual([title, carol.email, expect.stringMatching(/^Someone who lost access may still have the key in use/)]);
  expect(row?.[2]).toMatch(why);
  expect(row?.[2]).toMatch(/tried again by itself\.$/);
  expect((await carol.client.sharing.sharedWithMe()).map(({ keyWaits }) => keyWaits)).not.toContainEqual(expect.any(String));
  world.refuseWhen(() => false);
  // Whoever saves there makes it, as each pull does after its pause.
  await ann.client.vault.pull();
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, notes: "later" } } });
  expect((await waits()).filter(([name]) => name === title)).toEqual([[title, carol.email, undefined]]);
});
