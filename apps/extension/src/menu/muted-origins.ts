/**
 * Sites where the user wants no menu. The list is sealed on this device, because it says where they have been, and shown in the options; while the vault is locked it
 * cannot be read or written, and what is said then is kept in the browser's memory until the vault is opened.
 */
import type { Client } from "@coffer/client";
import { MUTED_ORIGINS } from "../storage-keys.ts";

async function mutedOrigins(): Promise<string[]> {
  const { [MUTED_ORIGINS]: kept } = await chrome.storage.session.get(MUTED_ORIGINS);
  return Array.isArray(kept) ? kept : [];
}

/** @param client - null while the vault is locked. */
export async function isMuted(origin: string, client: Client | null): Promise<boolean> {
  if ((await mutedOrigins()).includes(origin)) return true;
  return client !== null && (await client.sites.hosts("quiet")).includes(new URL(origin).host);
}

export async function muteOrigin(origin: string, client: Client | null): Promise<void> {
  if (client !== null) return client.sites.list({ list: "quiet", host: new URL(origin).host });
  await chrome.storage.session.set({ [MUTED_ORIGINS]: [...new Set([...(await mutedOrigins()), origin])] });
}
