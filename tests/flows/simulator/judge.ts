/** What has to be true once everyone is online and nothing is on its way any more. */
import type { Client, Item, ItemVersion } from "../../../packages/client/src/index.ts";
import { toChoose } from "../../../packages/core/src/items/other-values.ts";
import { readTags } from "../../../packages/core/src/items/structured-fields.ts";
import type { Person } from "../world.ts";
import type { Device } from "./device.ts";
import type { Ledger, Press } from "./ledger.ts";

/** Of an item, as its owner reads it; the newest version last. */
export interface Found {
  readonly item: Item;
  readonly isTrashed: boolean;
  readonly versions: readonly ItemVersion[];
}

/** All that a person can read. */
export async function readAll({ client, email, password }: Person, withVersions = true): Promise<Found[]> {
  await client.vault.pull().catch(async (error: unknown) => {
    if (client.session) throw error;
    await client.account.login({ email, password });
    await client.vault.pull();
  });
  const found: Found[] = [];
  for (const item of await client.vault.openMany({ withKeys: true }))
    found.push({ item, isTrashed: false, versions: withVersions && item.isOwner ? await versionsOf(client, item.id) : [] });
  for (const { item } of await client.vault.trash()) found.push({ item, isTrashed: true, versions: [] });
  return found;
}

async function versionsOf({ vault }: Client, id: string): Promise<ItemVersion[]> {
  const all: ItemVersion[] = [];
  for (let skip = 0, older = 1; older > 0; ) {
    const answer = await vault.versions({ id, skip });
    if (skip === 0) all.push(answer.now);
    all.push(...answer.earlier);
    [skip, older] = [answer.asked, answer.older];
  }
  return all.reverse();
}

export const textOf = (found: readonly Found[]): string => JSON.stringify(found);

/** What one device shows, but for edits that were refused. */
function shownBy(device: Device): Map<string, string> {
  const refused = new Set(device.page?.edits.map(({ id }) => id));
  const items = device.page?.client.vault.contents()?.items ?? [];
  return new Map(
    items.flatMap(({ id, revision, categoryId, favourite, fields }) =>
      refused.has(id) ? [] : [[id, JSON.stringify({ revision, categoryId, favourite, fields: Object.entries(fields).sort() })] as const],
    ),
  );
}

/** @returns what differs between two devices of one person */
export function differences(one: Device, other: Device): string[] {
  const [here, there] = [shownBy(one), shownBy(other)];
  const refused = new Set([...(one.page?.edits ?? []), ...(other.page?.edits ?? [])].map(({ id }) => id));
  const ids = [...new Set([...here.keys(), ...there.keys()])].filter((id) => !refused.has(id) && here.get(id) !== there.get(id));
  return ids.map((id) => `${one.name} and ${other.name} differ in ${id.slice(0, 4)}: ${here.get(id)} / ${there.get(id)}`);
}

export interface Ending {
  readonly ledger: Ledger;
  readonly found: readonly Found[];
  readonly devices: readonly Device[];
}

export function judge(ending: Ending): string[] {
  return [...sentTwice(ending), ...(ending.ledger.isOfOtherRights ? [] : [...wrongValues(ending), ...wrongMarks(ending)])];
}

const sayOf = (press: Press): string => `${press.value} (${press.field} of ${press.id?.slice(0, 4)} by ${press.by.name})`;

/** @param ending - with nothing in the trash */
export function lostValues({ ledger, found, devices }: Ending): string[] {
  const refused = devices.flatMap(({ page }) => page?.edits.filter(({ refused: why }) => why !== null) ?? []);
  const text = textOf(found) + JSON.stringify(refused);
  return ledger.presses
    .filter(({ outcome, isSpent, value }) => outcome === "done" && !isSpent && !text.includes(value))
    .map((one) => `lost: ${sayOf(one)}`);
}

/** Where each press was shown the one before, no one has anything to choose. */
function wrongValues({ ledger, found, devices }: Ending): string[] {
  const waiting = new Set(devices.flatMap(({ page }) => page?.edits.map(({ id }) => id) ?? []));
  const isOpen = ({ outcome }: Press): boolean => outcome !== "done";
  const wrong: string[] = [];
  for (const { item } of found) {
    if (waiting.has(item.id) || mayBeApart(ledger, item.id)) continue;
    for (const field of ["title", "username", "password", "notes"]) {
      const [last, ...more] = ledger.last(item.id, field);
      const all = ledger.presses.filter((press) => press.id === item.id && press.field === field);
      // Of a value that was there twice, taken back, no one can say which of both a device was shown.
      const isTwice = new Set(all.map(({ value }) => value)).size < all.length && new Set(all.map(({ by }) => by)).size > 1;
      if (!last || more.length > 0 || isTwice || all.some(isOpen)) continue;
      if (item.fields[field] !== last.value) wrong.push(`not current: ${sayOf(last)}, but ${item.fields[field]}`);
      // Of one that was deleted, the server gives no earlier saves by which an edit that had landed could be known.
      const wasDeleted = ledger.marks.some(({ id, what }) => id === item.id && what === "deletes");
      for (const other of toChoose(item.fields).filter((one) => one.field === field && !wasDeleted))
        wrong.push(`to be chosen though no one disagreed: ${other.value} against ${last.value} (${field} of ${item.id.slice(0, 4)})`);
    }
  }
  return wrong;
}

function sentTwice({ ledger, found }: Ending): string[] {
  const twice: string[] = [];
  const sites = new Map<string, string>();
  // Also those that are made of these.
  const isApart = ledger.isOfOtherRights || ledger.marks.some(({ id }) => mayBeApart(ledger, id));
  for (const { item, versions } of found) {
    const site = item.fields.website_url ?? "";
    if ((sites.get(site) ?? item.id) !== item.id && !isApart) twice.push(`made twice: ${item.fields.title}`);
    sites.set(site, item.id);
    const restores = ledger.marks.filter((mark) => mark.id === item.id && mark.what === "restores").length;
    const same = versions.slice(1).filter((version, at) => contentOf(version) === contentOf(versions[at])).length;
    if (same > restores + ledger.takenBack(item.id))
      twice.push(`saved twice: ${item.fields.title} (${item.id.slice(0, 4)}) has ${same} saves like the one before`);
  }
  return twice;
}

/** What people edit that its owner has deleted becomes an item of their own: they cannot bring it back. */
function mayBeApart({ marks, presses }: Ledger, id: string): boolean {
  const deleted = marks.find((mark) => mark.id === id && mark.what === "deletes");
  return deleted !== undefined && presses.some((press) => press.id === id && press.by.person !== deleted.by.person);
}

const contentOf = (version: ItemVersion | undefined): string => JSON.stringify(Object.entries(version?.fields ?? {}).sort());

function wrongMarks({ ledger, found, devices }: Ending): string[] {
  const wrong: string[] = [];
  const waiting = new Set(devices.flatMap(({ page }) => page?.edits.map(({ id }) => id) ?? []));
  for (const { item, isTrashed } of found) {
    const marks = ledger.marks.filter(({ id }) => id === item.id);
    if (waiting.has(item.id) || marks.some(({ isDone }) => !isDone)) continue;
    const of = (...what: string[]) => marks.filter((mark) => what.includes(mark.what));
    const say = (what: string): void => void wrong.push(`${what} (${item.id.slice(0, 4)} ${item.fields.title})`);
    // Marks and vaults bring nothing back, and of many items at once, those that someone has deleted are left alone, though an edit may bring them back later.
    const isLeftAlone = of("deletes").length > 0;
    const [favourite, ...favourites] = of("marks");
    if (favourite && !isLeftAlone && favourites.length === 0 && String(item.favourite) !== favourite.to)
      say(`favourite is ${item.favourite}`);
    const [moved, ...moves] = of("moves");
    if (moved && !isLeftAlone && moves.length === 0 && (item.categoryId ?? "out") !== moved.to)
      say(`is in ${item.categoryId}, not in ${moved.to}`);
    const tags = readTags(item.fields.tags ?? "");
    const removed = new Set(of("untags").map(({ to }) => to));
    for (const { to } of isLeftAlone ? [] : of("tags"))
      if (removed.has(to) === tags.includes(to)) say(`tag ${to} is ${removed.has(to) ? "back" : "gone"}`);
    if (!isTrashed && isDeletedLast(ledger, item.id)) say("is there though it was deleted");
  }
  return wrong;
}

/** Whether the last that happened to an item is a deletion, by someone who saw all that was made of it. */
function isDeletedLast(ledger: Ledger, id: string): boolean {
  const marks = ledger.marks.filter((mark) => mark.id === id);
  const last = marks.at(-1);
  const presses = ledger.presses.filter((press) => press.id === id);
  if (last?.what !== "deletes" || presses.some(({ at, outcome }) => at > last.at || outcome !== "done")) return false;
  if (marks.some(({ what, by }) => what !== "marks" && by !== last.by)) return false;
  return ["title", "username", "password", "notes"].every((field) => {
    const [head, ...more] = ledger.last(id, field, last.at);
    // Taken back, it looks as before, and is newer.
    const isOnce = presses.filter((press) => press.field === field && press.value === head?.value).length === 1;
    return more.length === 0 && isOnce && head?.value === last.saw[field];
  });
}
