/** The logins that wait to be asked about, by tab. They are stored in the browser's memory alone, and go with the keys. */
import { CAPTURED, DECLINED } from "../storage-keys.ts";
import { keepWhileOpen } from "../while-open.ts";
import { type CapturedLogin, isOver } from "./captured-login.ts";
import { takeTurns } from "./take-turns.ts";

type ByTab = Readonly<Record<string, CapturedLogin>>;

/** Two tabs that send at once are both kept. */
const inTurn = takeTurns();

async function read(): Promise<ByTab> {
  const { [CAPTURED]: kept = {} } = await chrome.storage.session.get(CAPTURED);
  const now = Date.now();
  return Object.fromEntries(Object.entries(kept as ByTab).filter(([, captured]) => !isOver(captured, now)));
}

export const pendingLoginIn = async (tabId: number): Promise<CapturedLogin | undefined> => (await read())[tabId];

/** @param change - of what waits in the tab; undefined has it forgotten. */
export const changePendingLogin = (
  tabId: number,
  change: (before: CapturedLogin | undefined) => CapturedLogin | undefined,
): Promise<void> =>
  inTurn(async () => {
    const { [tabId]: before, ...others } = await read();
    const after = change(before);
    await keepWhileOpen(CAPTURED, after === undefined ? others : { ...others, [tabId]: after });
  });

export const forgetPendingLogin = (tabId: number): Promise<void> => changePendingLogin(tabId, () => undefined);

const MOST_DECLINED = 100;

/** What is not to be asked again, until the vault is locked. */
export async function decline(captured: CapturedLogin): Promise<void> {
  const digest = await digestOf(captured);
  await inTurn(async () => chrome.storage.session.set({ [DECLINED]: [...(await declined()).slice(-MOST_DECLINED), digest] }));
}

export const isDeclined = async (captured: CapturedLogin): Promise<boolean> => (await declined()).includes(await digestOf(captured));

async function declined(): Promise<string[]> {
  const { [DECLINED]: kept } = await chrome.storage.session.get(DECLINED);
  return Array.isArray(kept) ? kept : [];
}

async function digestOf({ page, username, current, next }: CapturedLogin): Promise<string> {
  const text = JSON.stringify([new URL(page).host, username, next || current]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
