/** Keeps the extension's copy of the vault as recent as the web app's. It takes only what the server sends and the vault's signed heads confirm, never what a page sent. */
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import type { WebEntry } from "../link/web-payloads.ts";
import { fetchNew, noteChange, openVault } from "./vault.ts";

export async function refreshEntries(entries: readonly WebEntry[] | null): Promise<boolean> {
  const client = await openVault();
  if (client?.session == null) return false;
  const { personalVaultId } = client.session;
  if (entries !== null && !(await lacksAny(personalVaultId, entries))) return true;
  await fetchNew(client);
  await noteChange();
  return true;
}

async function lacksAny(scopeId: string, entries: readonly WebEntry[]): Promise<boolean> {
  const kept = await browserRecordStore().read(scopeId);
  const known = new Set(kept?.records.map(({ id, saveId }) => `${id} ${saveId}`));
  return entries.some(({ id, saveId }) => !known.has(`${id} ${saveId}`));
}
