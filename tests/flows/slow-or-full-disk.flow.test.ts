/** A pull is shown before this device has stored it, and even if it cannot store it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "Bank" }) });
});
afterAll(() => world.stop());

const titles = (contents: Awaited<ReturnType<Person["client"]["vault"]["local"]>>) =>
  contents?.items.map(({ fields }) => fields.title).sort();
const shownAfterReload = async (device: Device) => {
  const client = device.reload();
  await client.account.resume();
  return titles(await client.vault.local());
};

it("shows a first pull while the device is still writing it", async () => {
  const device = await ann.device("slow disk");
  const write = device.records.write;
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resume) => {
    goOn = resume;
  });
  device.records.write = async (...all) => {
    await waiting;
    return write(...all);
  };
  expect(titles(await device.client.vault.pull())).toEqual(["Bank"]);
  expect(await shownAfterReload(device)).toBeUndefined();
  goOn();
  await expect.poll(() => shownAfterReload(device)).toEqual(["Bank"]);
});

it("shows and saves on a device whose disk is full, and stores everything as soon as it can", async () => {
  const device = await ann.device("full disk");
  const write = device.records.write;
  device.records.write = () => Promise.reject(new DOMException("The disk is full", "QuotaExceededError"));
  expect(titles(await device.client.vault.pull())).toEqual(["Bank"]);
  await device.client.vault.create({ draft: aLogin({ title: "Saved anyway" }) });
  expect(titles(await ann.client.vault.pull())).toEqual(["Bank", "Saved anyway"]);
  expect(await shownAfterReload(device)).toBeUndefined();
  device.records.write = write;
  await device.client.vault.create({ draft: aLogin({ title: "Room again" }) });
  expect(await shownAfterReload(device)).toEqual(["Bank", "Room again", "Saved anyway"]);
});

it("a new item whose answer a proxy gave, since it had waited too long, is one item and no error", async () => {
  const title = "Saved behind a proxy";
  world.loseNextAnswer(
    (url) => url.endsWith("/passwords") || url.includes("/commit"),
    new Response("<html>Gateway timeout</html>", { status: 504 }),
  );
  await ann.client.vault.create({ draft: aLogin({ title }) });
  expect(titles(await ann.client.vault.pull())?.filter((one) => one === title)).toHaveLength(1);
});
