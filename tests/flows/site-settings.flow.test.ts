/** Settings for websites are stored on this device, sealed, for one account only. */
import { memoryKeyStore, memoryRecordStore } from "@coffer/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

const mark = { tag: "input", name: "q7", id: "", at: 0 };
const field = { host: "shop.example", path: "/in", mark, role: "username" };

it("lists a site once where nothing is saved, and no longer once it is asked about again", async () => {
  const { sites } = ann.client;
  expect(await sites.hosts("excluded")).toEqual([]);
  for (const host of ["a.example", "b.example:8443", "a.example"]) await sites.list({ list: "excluded", host });
  expect(await sites.hosts("excluded")).toEqual(["b.example:8443", "a.example"]);
  await sites.unlist({ list: "excluded", host: "a.example" });
  expect(await sites.hosts("excluded")).toEqual(["b.example:8443"]);
});

it("keeps each list for itself", async () => {
  const { sites } = ann.client;
  await sites.list({ list: "quiet", host: "quiet.example" });
  await sites.list({ list: "filled-on-load", host: "mine.example" });
  expect(await sites.hosts("excluded")).toEqual(["b.example:8443"]);
  expect(await sites.hosts("quiet")).toEqual(["quiet.example"]);
  expect(await sites.hosts("filled-on-load")).toEqual(["mine.example"]);
});

it("keeps which logins were picked at a host, the newest last and each once", async () => {
  const { sites } = ann.client;
  const host = "shop.example";
  expect(await sites.picked({ host })).toEqual([]);
  for (const id of ["a", "b", "a"]) await sites.recordPicked({ host, id });
  await sites.recordPicked({ host: "other.example", id: "b" });
  expect(await sites.picked({ host })).toEqual(["b", "a"]);
  expect(await sites.picked({ host: "other.example" })).toEqual(["b"]);
});

it("keeps the last answer for a field, and forgets a site as a whole", async () => {
  const { sites } = ann.client;
  await sites.teach(field);
  await sites.teach({ ...field, path: "/other" });
  await sites.teach({ ...field, role: "none" });
  await sites.teach({ ...field, host: "other.example" });
  expect(await sites.taught()).toEqual([
    { ...field, path: "/other" },
    { ...field, role: "none" },
    { ...field, host: "other.example" },
  ]);
  await sites.unteach({ host: "shop.example" });
  expect(await sites.taught()).toEqual([{ ...field, host: "other.example" }]);
  expect(await sites.hosts("excluded")).toEqual(["b.example:8443"]);
});

it("survives a reload, and shows nothing to another account of the same device, nor to a reader of its storage", async () => {
  const keys = memoryKeyStore();
  const written: string[] = [];
  const set: typeof keys.set = (slot, value) => {
    written.push(slot, new TextDecoder().decode(value));
    return keys.set(slot, value);
  };
  const device = world.deviceWith({ ...keys, set }, memoryRecordStore());
  await device.client.account.login({ email: ann.email, password: ann.password });
  await device.client.sites.list({ list: "excluded", host: "canary-site.example" });
  await device.client.sites.teach({ ...field, host: "canary-site.example" });
  const reloaded = device.reload();
  await reloaded.account.resume();
  expect(await reloaded.sites.hosts("excluded")).toEqual(["canary-site.example"]);
  await reloaded.account.logout();
  await expect(reloaded.sites.taught()).rejects.toThrow("Please login again");
  expect(written.length).toBeGreaterThan(0);
  expect(written.join()).not.toContain("canary-site");
});
