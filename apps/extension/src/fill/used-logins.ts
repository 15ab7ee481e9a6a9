/**
 * What a person has used in which tab and on which site. A login of someone else that was used there may be the first that is asked about when its password changes; and once
 * they have picked it there, it may be filled in by itself.
 */

import type { Client } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";
import { USED_HERE } from "../storage-keys.ts";
import { keepWhileOpen } from "../while-open.ts";

interface Use {
  readonly host: string;
  readonly id: string;
}

type ByTab = Readonly<Record<string, readonly Use[]>>;

/** One change after the other: two tabs are both kept. */
let last: Promise<unknown> = Promise.resolve();

function change(tabId: number, to: (before: readonly Use[]) => readonly Use[]): Promise<void> {
  const turn = last.then(async () => {
    const { [tabId]: before = [], ...others } = await read();
    const after = to(before);
    await keepWhileOpen(USED_HERE, after.length === 0 ? others : { ...others, [tabId]: after });
  });
  last = turn.catch(() => undefined);
  return turn;
}

async function read(): Promise<ByTab> {
  const { [USED_HERE]: kept = {} } = await chrome.storage.session.get(USED_HERE);
  return kept as ByTab; // our own, from a storage that only we write
}

const hostOf = (page: string): string => URL.parse(page)?.host ?? "";

/** Ids of what was used in this tab on the page's host, until the tab is closed or the vault is locked; the newest last. */
export const loginsUsedIn = async (tabId: number, page: string): Promise<readonly string[]> =>
  ((await read())[tabId] ?? []).filter(({ host }) => host === hostOf(page)).map(({ id }) => id);

export const recordUsedIn = (tabId: number, page: string, id: string): Promise<void> =>
  change(tabId, (before) => [...before.filter((one) => one.id !== id || one.host !== hostOf(page)), { id, host: hostOf(page) }]);

/** The person has pressed this very item for this page. */
export async function recordPicked({ vault, sites }: Client, tabId: number, page: string, id: string): Promise<void> {
  await recordUsedIn(tabId, page, id);
  if (isOthers(await vault.open({ id }))) await sites.recordPicked({ host: hostOf(page), id });
}

export const forgetUsedIn = (tabId: number): Promise<void> => change(tabId, () => []);
