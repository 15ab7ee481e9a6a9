/** The session that the web app sends: the slots as they are stored there, with the keys sealed under two halves of which the server has one. */
import { AUTH_SLOT, KEY_NAMES, LOCAL_HALF, SESSION_SLOTS, type SessionSlot } from "@coffer/core/account/session-slots";

export interface WebSession {
  readonly user: { readonly id: string; readonly email: string };
  /** Names the halves: those of an earlier unlock are others. */
  readonly halfHash: string;
  /** Base64. */
  readonly slots: Readonly<Partial<Record<SessionSlot, string>>>;
}

/** The largest is the session itself, of a few kilobytes. */
const MOST_LETTERS = 100_000;
const NEEDED: readonly SessionSlot[] = [AUTH_SLOT, LOCAL_HALF, ...KEY_NAMES.filter((name) => name !== "encryptionKey")];
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

/** @returns null for anything but a session; unknown slots are dropped. */
export function parseWebSession(given: unknown): WebSession | null {
  if (typeof given !== "object" || given === null) return null;
  const slots: Partial<Record<SessionSlot, string>> = {};
  for (const slot of SESSION_SLOTS) {
    const text = Object.hasOwn(given, slot) ? (given as Record<string, unknown>)[slot] : undefined;
    if (text === undefined && !NEEDED.includes(slot)) continue;
    if (typeof text !== "string" || text.length > MOST_LETTERS || !BASE64.test(text)) return null;
    slots[slot] = text;
  }
  return sessionIn(slots.auth ?? "", slots);
}

function sessionIn(auth: string, slots: WebSession["slots"]): WebSession | null {
  try {
    const bytes = Uint8Array.from(atob(auth), (letter) => letter.charCodeAt(0));
    const { session, halfHash, token } = JSON.parse(new TextDecoder().decode(bytes));
    const { id, email } = session.user;
    const isWhole = [id, email, halfHash, token].every((part) => typeof part === "string" && part !== "");
    return isWhole ? { user: { id, email }, halfHash, slots } : null;
  } catch {
    return null; // not a session
  }
}
