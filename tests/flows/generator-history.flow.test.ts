/** Generated values are remembered on this device, for their account only. */
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("lists the newest first, and the same value once", async () => {
  const { generated } = ann.client;
  expect(await generated.list()).toEqual([]);
  for (const [at, value] of ["one", "two", "one"].entries()) await generated.add({ value, at });
  expect(await generated.list()).toEqual([
    { value: "one", at: 2 },
    { value: "two", at: 1 },
  ]);
});

it("keeps the last hundred, also of those generated at once", async () => {
  const { generated } = ann.client;
  await Promise.all(Array.from({ length: 130 }, (_, at) => generated.add({ value: `value ${at}`, at })));
  const values = (await generated.list()).map(({ value }) => value);
  expect(values).toEqual(Array.from({ length: 100 }, (_, index) => `value ${129 - index}`));
});

it("survives a reload and a new sign-in, and shows nothing to another account of the same device", async () => {
  const device = await ann.device("desk");
  await device.client.generated.add({ value: "s3cret-generated", at: 1 });
  const reloaded = device.reload();
  await reloaded.account.resume();
  expect(await reloaded.generated.list()).toEqual([{ value: "s3cret-generated", at: 1 }]);

  await reloaded.account.logout();
  await expect(reloaded.generated.list()).rejects.toThrow("Please login again");
  await reloaded.account.login({ email: eve.email, password: eve.password });
  expect(await reloaded.generated.list()).toEqual([]);
  await reloaded.generated.clear();
  await reloaded.account.logout();
  await reloaded.account.login({ email: ann.email, password: ann.password });
  expect(await reloaded.generated.list()).toEqual([{ value: "s3cret-generated", at: 1 }]);
  expect(world.requests.map(({ body }) => body).join()).not.toContain("s3cret-generated");
});

it("is empty after it was cleared", async () => {
  const { generated } = ann.client;
  await generated.clear();
  expect(await generated.list()).toEqual([]);
});
