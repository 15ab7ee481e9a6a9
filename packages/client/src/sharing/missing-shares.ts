/** How many shared scopes there were when this device last had them all: what this device could not keep of them must not look deleted. */
import { utf8 } from "@coffer/crypto";
import type { KeyStore } from "../types.ts";
import type { SharingContext } from "./context.ts";

/** Goes with the session; a number, and nothing of what is shared. */
const slotOf = (personalScopeId: string): string => `shared:${personalScopeId}`;

export async function writeShareCount(keys: KeyStore, personalScopeId: string, count: number): Promise<void> {
  if ((await readShareCount(keys, personalScopeId)) !== count) await keys.set(slotOf(personalScopeId), utf8(String(count)));
}

export async function readShareCount(keys: KeyStore, personalScopeId: string): Promise<number> {
  const bytes = await keys.get(slotOf(personalScopeId));
  return bytes ? Number(new TextDecoder().decode(bytes)) || 0 : 0;
}

/** @returns how many shared items and vaults cannot be shown until the server was asked once; 0 afterwards. Asks nobody. */
export const missingShares = (context: SharingContext): Promise<number> => context.missingShares();
