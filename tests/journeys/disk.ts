/** A copy of a browser's profile, as an attacker takes it who has the disk: its files as bytes, and its stores as the browser itself reads them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { concat, context, deriveKey, fromHex, secretKey, toHex, unwrap, utf8, uuidToBytes } from "../../packages/crypto/src/index.ts";
import { readIfThere } from "./world.ts";

/** What is in the stores: each value of local storage without the browser's own wrapping, and this device's half. */
interface Stores {
  readonly slots: Readonly<Record<string, string>>;
  /** Hex; null when there is none. */
  readonly localHalf: string | null;
}

export const readStores = (page: Page): Promise<Stores> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const device = (await done(indexedDB.open("coffer"))).transaction("device").objectStore("device");
    const [key, half] = [
      (await done(device.get("wrapping-key"))) as CryptoKey,
      (await done(device.get("localHalf"))) as Uint8Array | undefined,
    ];
    const slots: Record<string, string> = {};
    for (const slot of Object.keys(localStorage)) {
      const kept = localStorage.getItem(slot) ?? "";
      if (!kept.startsWith("w1.")) continue;
      const bytes = Uint8Array.from(atob(kept.slice(3)), (character) => character.charCodeAt(0));
      const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData: new TextEncoder().encode(slot) };
      slots[slot] = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(12)));
    }
    const localHalf = half ? Array.from(half, (byte) => byte.toString(16).padStart(2, "0")).join("") : null;
    return { slots, localHalf };
  });

const KEYS = ["encryptionKey", "symmetricKey", "vaultKey"] as const;

/** The token is on the disk; with it the server is asked for its half. Null when it has none, or knows no such session. */
export async function askForHalf(origin: string, { slots }: Stores): Promise<string | null> {
  const { token } = JSON.parse(slots.auth ?? "{}") as { token?: string };
  const response = await fetch(`${origin}/api/users/session-half`, { headers: { authorization: `Bearer ${token}` } });
  const { half = null } = (await response.json()) as { half?: string | null };
  return half;
}

/** Every secret that the copy and the server's half give, in hex by name. */
export async function openDisk({ slots, localHalf }: Stores, serverHalf: string): Promise<Record<string, string>> {
  const { token, session } = JSON.parse(slots.auth ?? "{}") as { token: string; session: { user: { id: string } } };
  const { sid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
  const whose = [uuidToBytes(session.user.id), uuidToBytes(sid)];
  const slotKey = await deriveKey(concat(fromHex(localHalf ?? ""), fromHex(serverHalf)), context("slot", ...whose));
  const opened: Record<string, string> = { slotKey: toHex(slotKey), serverHalf };
  for (const name of KEYS) {
    const binding = { purpose: "slot" as const, epoch: 1, context: context("slot", ...whose, utf8(name)) };
    opened[name] = toHex(await unwrap({ key: secretKey(slotKey), wrapped: slots[name] ?? "", ...binding }));
  }
  return opened;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Which of these texts and keys some file of the profile holds, in any usual spelling. */
export function foundOnDisk(profile: string, texts: readonly string[], keys: Readonly<Record<string, string>>): string[] {
  const wanted = new Map<string, Buffer[]>();
  for (const text of texts) wanted.set(text, [Buffer.from(text), Buffer.from(text, "utf16le")]);
  for (const [name, hex] of Object.entries(keys)) {
    const bytes = Buffer.from(hex, "hex");
    const spelled = [hex, bytes.toString("base64"), bytes.toString("base64url")];
    wanted.set(name, [bytes, ...spelled.flatMap((text) => [Buffer.from(text), Buffer.from(text, "utf16le")])]);
  }
  return filesBelow(profile).flatMap((path) => {
    const bytes = readIfThere(path);
    return [...wanted].flatMap(([name, forms]) =>
      forms.some((form) => bytes.includes(form)) ? `${name} in ${path.slice(profile.length)}` : [],
    );
  });
}
