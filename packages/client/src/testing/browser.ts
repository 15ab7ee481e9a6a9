/** One browser with its sessions, and a server that keeps their halves. */
import { createHash } from "node:crypto";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { fromHex, generateKey, randomBytes, toHex } from "@coffer/crypto";
import type { FoundHalf, KeyHalves } from "../account/key-halves.ts";
import { Sessions } from "../account/session.ts";
import { memoryKeyStore } from "../device/store.ts";
import type { SessionReason, Tabs } from "../index.ts";
import { type Keyring, openKeyring } from "../keyring.ts";

export const SLOTS = ["encryptionKey", "symmetricKey", "vaultKey"];
export const id = "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b";
export const personal = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
export const lock = { salt: "00".repeat(16), credEpoch: 1, encryptedVaultKey: "1.wrapped" };
export const now = 1_700_000_000_000;

export const SIDS: Readonly<Record<string, string>> = {
  one: "2d7a4b2c-5e3f-4a81-8bcd-3e4f5a6b7c8d",
  two: "3e8b5c3d-6f40-4b92-9cde-4f5a6b7c8d9e",
};
/** @param issued - in seconds since 1970, like `seconds`; earlier servers omitted it. */
const tokenUntil = (seconds: number, name: string, issued?: number): string =>
  `x.${btoa(JSON.stringify({ exp: seconds, iat: issued, sid: SIDS[name] }))}.${name}`;
const dataOf = (token: string) => ({
  encryptedVaultKey: lock.encryptedVaultKey,
  user: { id, email: "ann@example.com", name: "ann", two_factor_enabled: false },
  token,
  role_id: 3,
  permissions: permissionsWhere(() => false),
  team_id: null,
  personal_vault_id: personal,
  credEpoch: 1,
  keyEpoch: 1,
  publicKey: "",
  encryptedPrivateKey: "1.private",
});

/** The server's halves, by session. `isAway`: no answer. */
function aServer() {
  const kept = new Map<string, string>();
  const server = { isAway: false, isOver: false, forgotten: 0 };
  const halves: KeyHalves = {
    find: async ({ sessionId }): Promise<FoundHalf> => {
      if (server.isAway) return "offline";
      if (server.isOver) return "over";
      const half = kept.get(sessionId);
      return half === undefined ? "locked" : { half: fromHex(half) };
    },
    leave: async ({ sessionId }, half) => {
      const text = toHex(half);
      if (server.isAway) return "unreachable";
      if (server.isOver) return "over";
      kept.set(sessionId, text);
      return "left";
    },
    forget: async ({ sessionId }, halfHash) => {
      if (server.isAway) return false;
      server.forgotten += 1;
      const half = kept.get(sessionId);
      if (half !== undefined && createHash("sha256").update(half, "hex").digest("hex") === halfHash) kept.delete(sessionId);
      return true;
    },
  };
  return { server, halves, kept };
}

export const isWiped = ({ vaultKey, symmetricKey, encryptionKey }: Keyring): boolean =>
  [vaultKey, symmetricKey, encryptionKey].every((key) => key?.every((byte) => byte === 0));

export function aBrowser() {
  const keys = memoryKeyStore();
  const server = aServer();
  const openTab = (at = now, tabs?: Tabs): Sessions =>
    new Sessions({ keys, now: () => at, random: randomBytes, halves: server.halves, tabs });
  const slots = async (): Promise<boolean[]> => Promise.all(SLOTS.map(async (slot) => (await keys.get(slot)) !== null));
  const sessions = openTab();
  const reasons: SessionReason[] = [];
  sessions.onChange((_, reason) => reasons.push(reason));
  return { keys, server, openTab, slots, sessions, reasons };
}

export async function begin(tab: Sessions, name = "one", issued?: number): Promise<Keyring> {
  const account = { accountId: id, personalScopeId: personal, keyEpoch: 1 };
  const keyring = await openKeyring(account, generateKey(), generateKey());
  await tab.begin(dataOf(tokenUntil(now / 1000 + 3600, name, issued)), lock, keyring);
  return keyring;
}
