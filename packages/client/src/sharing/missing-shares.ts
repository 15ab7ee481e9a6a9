/** How many shared scopes this device last had, so that shares it could not cache do not look deleted while offline. */
import { utf8 } from "@coffer/crypto";
import type { KeyStore } from "../types.ts";
import type { SharingContext } from "./context.ts";

/** Cleared with the session; only a number, nothing about what is shared. */
const slotOf = (personalScopeId: string): string => `shared:${personalScopeId}`;

export async function writeShareCount(keys: KeyStore, personalScopeId: string, count: number): Promise<void> {
  if ((await readShareCount(keys, personalScopeId)) !== count) await keys.set(slotOf(personalScopeId), utf8(String(count)));
}

export async function readShareCount(keys: KeyStore, personalScopeId: string): Promise<number> {
  const bytes = await keys.get(slotOf(personalScopeId));
  return bytes ? Number(new TextDecoder().decode(bytes)) || 0 : 0;
}

/** A key next to the cached overviews of scopes; no scope has this name. */
export const placeOfShares = (personalScopeId: string): string => `${personalScopeId}:shared`;

/** @returns how many shared items and vaults cannot be shown until the server has answered once; 0 afterwards. Asks no server. */
export const missingShares = (context: SharingContext): Promise<number> => context.missingShares();
