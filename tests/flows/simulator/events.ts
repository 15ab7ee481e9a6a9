/** What happens to devices, network, server and rights while people press; and how all of it comes to an end. */
import { asShown } from "../sharing-setup.ts";
import type { Person } from "../world.ts";
import type { Device } from "./device.ts";
import { differences, type Found, judge, lostValues, readAll, textOf } from "./judge.ts";
import type { History } from "./play.ts";

type Event = (history: History) => Promise<string | null>;

const ROUNDS = 8;
const [MONTH, DAYS] = [24 * 33, 24 * 3];

const one = ({ dice, devices }: History): Device | undefined => dice.one(devices);

/** Whatever can be read now need not be found any more: its history may go. That of what is in the trash cannot be read. */
async function findAll({ people, ledger }: History): Promise<void> {
  const found = await everythingOf(people);
  ledger.found(textOf(found));
  for (const { item, isTrashed } of found) if (isTrashed) ledger.gone(item.id);
}

async function everythingOf(people: readonly Person[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const person of people) found.push(...(await readAll(person)));
  return found;
}

/** What the owner of the shared vault decides about one of the others. */
async function changeRights(history: History): Promise<string | null> {
  const { people, dice, ledger } = history;
  const [owner, ...others] = people;
  const other = dice.one(others);
  if (!owner || !other) return null;
  await findAll(history);
  const { sharing, vault } = owner.client;
  const vaultId = vault.contents()?.vaults.find(({ name }) => name === "Vault")?.id ?? "";
  ledger.isOfOtherRights = true;
  const share = (await sharing.sharedByMe()).find(({ itemId, person }) => itemId === vaultId && person === other.email);
  const permission = dice.below(2) === 0 ? "read" : "write";
  if (!share) await sharing.share({ id: vaultId, email: other.email, permission, expiresAt: null });
  else if (share.permission !== permission) await sharing.setPermission({ ...asShown(share), permission });
  else await sharing.revoke(asShown(share));
  return `the owner ${share ? (share.permission === permission ? "ends the share with" : `gives "${permission}" to`) : "shares again with"} ${other.email}`;
}

const isDone = (): boolean => true;

const EVENTS: readonly Event[] = [
  async (history) => {
    const device = one(history);
    if (!device) return null;
    device.way.isCut = !device.way.isCut;
    if (!device.way.isCut) await device.page?.client.vault.pull().catch(() => undefined);
    return `${device.name} is ${device.way.isCut ? "offline" : "online"}`;
  },
  async (history) => {
    const device = one(history);
    if (device) Object.assign(device.way, { rough: device.way.rough > 0 ? 0 : 20 + history.dice.below(50) });
    return device ? `${device.name}'s network is ${device.way.rough > 0 ? "bad" : "good"}` : null;
  },
  async (history) => {
    // The half of the devices that do not reach the server.
    for (const device of history.devices) device.way.isCut = history.dice.below(2) === 0;
    return `offline: ${history.devices
      .filter(({ way }) => way.isCut)
      .map(({ name }) => name)
      .join(", ")}`;
  },
  async (history) => {
    const device = one(history);
    device?.kill();
    return `${device?.name} is killed`;
  },
  async (history) => {
    const device = one(history);
    return device && !device.page ? ((await device.start()) ? `${device.name} starts` : `${device.name} cannot start`) : null;
  },
  async ({ world }) => {
    await world.endConnections();
    // Started again like a service: it may find a connection that is ending.
    for (let left = 5; left > 0; left--) if (await world.restart().then(isDone, () => false)) break;
    return "the server is killed and started again";
  },
  async (history) => {
    const isLong = history.dice.below(6) === 0;
    if (isLong) await findAll(history);
    for (const { page } of history.devices) page?.kill();
    for (const device of history.devices) device.kill();
    history.world.passTime(isLong ? MONTH : DAYS);
    return `all sleep for ${isLong ? "a month" : "three days"}`;
  },
  changeRights,
  changeRights,
];

export async function happen(history: History): Promise<void> {
  const event = history.dice.one(EVENTS);
  const { underway } = history;
  const said = await event?.(history);
  if (said) history.story.push(`-- ${said}`);
  // What is underway for long would make a history that is not repeated.
  if (underway.size > 20) await Promise.all(underway);
}

/** Everyone is online, and looks until nothing waits and all see the same. @returns what is wrong then */
export async function settle(history: History): Promise<string[]> {
  const { world, devices, people, underway, ledger, story } = history;
  for (const { way } of devices) Object.assign(way, { isCut: false, rough: 0 });
  await Promise.all(underway);
  story.push("-- everyone is online");
  let problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await world.query("delete from rate_limit");
    problems = await lookAll(history);
    if (problems.length === 0) break;
  }
  const found = await everythingOf(people);
  const scopes = (await world.sql<{ id: string }>("select id from scope")).map(({ id }) => id);
  for (const device of devices)
    if (await device.holds(ledger.name, scopes)) problems.push(`${device.name} holds a value that anyone can read`);
  const wrong = judge({ ledger, found, devices });
  return [...problems, ...wrong, ...lostValues({ ledger, found: await withHistoryOfTrash(people, found), devices })];
}

/** The history of what is in the trash is read when it is out of it. */
async function withHistoryOfTrash(people: readonly Person[], found: readonly Found[]): Promise<readonly Found[]> {
  if (!found.some(({ isTrashed }) => isTrashed)) return found;
  for (const { client } of people) {
    const ids = (await client.vault.trash()).map(({ item }) => item.id);
    if (ids.length > 0) await client.vault.restore({ ids });
  }
  return everythingOf(people);
}

async function lookAll({ devices, story }: History): Promise<string[]> {
  const problems: string[] = [];
  for (const device of devices) {
    if (!device.page && !(await device.start())) problems.push(`${device.name} cannot start`);
    await device.page?.client.vault.pull().catch((error: unknown) => problems.push(`${device.name} cannot look: ${String(error)}`));
    if (device.page && !device.page.client.session) device.kill(); // signs in again in the next round
    const trouble = await device.page?.client.vault.trouble();
    if (trouble) problems.push(`${device.name} is alarmed: ${JSON.stringify(trouble)}`);
    for (const { id, refused } of device.page?.edits ?? [])
      if (refused === null) problems.push(`${device.name}: a change of ${id.slice(0, 4)} still waits`);
      else if (!story.includes(`${device.name} was refused ${id.slice(0, 4)}: ${refused}`))
        story.push(`${device.name} was refused ${id.slice(0, 4)}: ${refused}`);
  }
  for (const device of devices)
    for (const other of devices) if (other.person === device.person && other !== device) problems.push(...differences(device, other));
  return problems;
}
