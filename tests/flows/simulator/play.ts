/** One history: people with their devices, what they press, and what the network, the server and the clocks do meanwhile. All of it follows from its number. */
import type { Person, World } from "../world.ts";
import { Device } from "./device.ts";
import { type Dice, diceOf } from "./dice.ts";
import { happen, settle } from "./events.ts";
import { Ledger } from "./ledger.ts";
import { VERBS } from "./verbs.ts";

/** Larger ones cost more, and meet each other more often. */
export interface Size {
  readonly steps: number;
  /** At most, and two of them at least. */
  readonly devices: number;
}

export interface History {
  readonly world: World;
  readonly dice: Dice;
  readonly ledger: Ledger;
  readonly people: readonly Person[];
  readonly devices: Device[];
  readonly story: string[];
  readonly problems: string[];
  readonly underway: Set<Promise<unknown>>;
}

const NAMES = ["phone", "laptop", "tablet", "desk", "work", "attic", "car", "old"];
const HOURS = 3_600_000;
/** What is pressed how often. */
const OFTEN = Object.entries({ add: 3, edit: 9, "open a form": 3, "save a form": 4, undo: 3, choose: 3, delete: 3, restore: 2, look: 3 })
  .concat(Object.entries({ favourite: 1, favourites: 1, move: 2, tag: 3, untag: 2 }))
  .flatMap(([name, times]) => Array<keyof typeof VERBS>(times).fill(name as keyof typeof VERBS));

async function begin(world: World, seed: number, most: number): Promise<History> {
  const dice = diceOf(seed);
  const people = await peopleOf(world, dice, seed, most);
  // Its name is in each value: a canary.
  const history: History = {
    world,
    dice,
    ledger: new Ledger(`canary${seed}q`),
    people,
    devices: [],
    story: [],
    problems: [],
    underway: new Set(),
  };
  const [least, more] = people.length > 1 ? [1, 2] : [2, dice.below(3) === 0 ? 7 : 3];
  for (const person of people)
    for (let left = Math.min(least + dice.below(more), Math.ceil(most / people.length)); left > 0; left--) addDevice(history, person, seed);
  await setUp(history);
  return history;
}

/** Mostly one person; of some histories two or three, who share a vault. */
async function peopleOf(world: World, dice: Dice, seed: number, most: number): Promise<Person[]> {
  const names = dice.below(4) === 0 ? ["ann", "bob", "eve"].slice(0, Math.min(most, 2 + dice.below(2))) : ["ann"];
  const people: Person[] = [];
  for (const name of names) people.push(await world.person(`${name}-s${seed}`));
  return people;
}

function addDevice({ world, dice, people, ledger, devices, story, underway }: History, person: Person, seed: number): void {
  const whose = people.length > 1 ? `${person.email.split("-")[0]}'s ` : "";
  const around = {
    ...{ world, person, underway },
    dice: diceOf(seed * 31 + devices.length),
    tell: (what: string) => void story.push(what),
    clockMs: dice.one([0, 0, 2 * HOURS, -2 * HOURS]) ?? 0,
  };
  const first = new Device(`${whose}${NAMES[devices.length] ?? "other"}`, around);
  const pages = dice.below(5) === 0 ? [first, new Device(`${first.name}'s other page`, around, first)] : [first];
  for (const page of pages) page.onWaiting = (ids) => ledger.sent(page, ids);
  devices.push(...pages);
}

async function setUp(history: History): Promise<void> {
  const { people, devices, dice } = history;
  const [owner, ...others] = people;
  if (!owner) return;
  const vault = await owner.client.vault.createVault({ name: "Vault", description: "" });
  for (const { email } of others) await owner.client.sharing.share({ id: vault.id, email, permission: "write", expiresAt: null });
  if (others.length === 0) await owner.client.vault.createVault({ name: "Another", description: "" });
  for (const device of devices) await device.start();
  for (const device of devices.slice(0, Math.min(3, devices.length - 1))) await act(history, device, "add");
  for (const device of devices) await device.page?.client.vault.pull();
  for (const { way } of devices) way.rough = dice.one([0, 0, 25, 50]) ?? 0;
}

/** @returns what is wrong, and what happened, for people */
export async function playHistory(
  world: World,
  seed: number,
  size: Size,
): Promise<{ readonly story: readonly string[]; readonly problems: readonly string[] }> {
  // Otherwise a long run keeps every answer.
  world.requests.length = 0;
  await world.query("delete from rate_limit");
  const history = await begin(world, seed, size.devices);
  for (let left = size.steps; left > 0 && history.problems.length === 0; left--) await step(history);
  if (history.problems.length === 0) history.problems.push(...(await settle(history)));
  for (const device of history.devices) device.kill();
  return history;
}

async function step(history: History): Promise<void> {
  const { dice, devices } = history;
  const chance = dice.below(100);
  if (chance < 18) return happen(history);
  const [one, other] = dice.some(devices, 2);
  if (!one) return;
  // At the same time, on another device or on the same one.
  const together = chance < 30 ? [one, dice.below(3) === 0 ? one : (other ?? one)] : [one];
  await Promise.all(together.map((device) => act(history, device)));
}

async function act(history: History, device: Device, first?: keyof typeof VERBS): Promise<void> {
  const { dice, ledger, story, problems } = history;
  if (!device.page) {
    const isThere = await device.start();
    story.push(`${device.name} starts${isThere ? "" : ", and cannot"}`);
    return;
  }
  const { page } = device;
  const name = first ?? dice.one(OFTEN) ?? "look";
  const verb = VERBS[name];
  const problem = (what: string): void => void problems.push(`${device.name}, ${name}: ${what}`);
  if (!first && dice.below(9) === 0) page.killAfter(dice.below(14));
  const said = await Promise.race([verb({ dice, ledger, by: device, page, problem }), page.killed.then(() => "is killed")]);
  page.killAfter(Number.POSITIVE_INFINITY);
  if (said) story.push(`${device.name} ${said}`);
  if (page.isDead() || !page.client.session) device.kill();
}
