/** What there is to warn of, by tab: in the browser's memory alone, and gone with the keys. */
import { FOREIGN, FOREIGN_ASKED } from "../storage-keys.ts";
import { keepWhileOpen } from "../while-open.ts";
import type { ForeignPassword } from "./messages.ts";

type ByTab = Readonly<Record<string, ForeignPassword>>;

async function read(): Promise<ByTab> {
  const { [FOREIGN]: kept = {} } = await chrome.storage.session.get(FOREIGN);
  return kept as ByTab; // our own, from a storage that only we write
}

export const foreignIn = async (tabId: number): Promise<ForeignPassword | null> => (await read())[tabId] ?? null;

export const keepForeign = async (tabId: number, foreign: ForeignPassword): Promise<void> =>
  keepWhileOpen(FOREIGN, { ...(await read()), [tabId]: foreign });

export async function forgetForeign(tabId: number): Promise<void> {
  const { [tabId]: mine, ...others } = await read();
  if (mine !== undefined) await keepWhileOpen(FOREIGN, others);
}

/**
 * How many passwords are compared for one site until the vault is locked: a page that has taken over our script in it sees whether a warning comes, and must not try
 * words until one does. A person types fewer.
 */
export const MOST_ASKED = 30;

/** One count after the other: messages that come at once are all counted. */
let last: Promise<unknown> = Promise.resolve();

/** @param sites - of the page and of the frame in it: all hosts of one count together. @returns whether one more password is compared. */
export function mayCompare(sites: readonly string[]): Promise<boolean> {
  const turn = last.then(async () => {
    const { [FOREIGN_ASKED]: kept = {} } = await chrome.storage.session.get(FOREIGN_ASKED);
    const counts = new Map(Object.entries(kept as Record<string, number>)); // our own
    for (const site of new Set(sites)) counts.set(site, (counts.get(site) ?? 0) + 1);
    if (sites.some((site) => (counts.get(site) ?? 0) > MOST_ASKED)) return false;
    await chrome.storage.session.set({ [FOREIGN_ASKED]: Object.fromEntries(counts) });
    return true;
  });
  last = turn.catch(() => undefined);
  return turn;
}
