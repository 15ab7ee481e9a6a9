/**
 * Copies secrets and takes them off the clipboard again, but only while it is known to hold what we put there. It knows its text again by a digest: nothing copied
 * is kept in memory, where it would outlast a lock.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { deviceSettings } from "../frame/device-settings.ts";

/** What the session needs of a browser, so that tests can give it a clipboard of their own. */
interface ClipboardPort {
  write(text: string): Promise<void>;
  /** Null when reading is not allowed without asking the person. */
  read(): Promise<string | null>;
  /** Whether the page has had the focus ever since the last copy; nothing else can have written then. */
  undisturbed(): boolean;
  /** Calls back once the page has the focus again; a page without it has no access to the clipboard. */
  onFocus(callback: () => void): void;
  later(callback: () => void, milliseconds: number): void;
}

interface ClipboardSession {
  /** Copies a text and clears it after a while, unless something else was copied in between. */
  readonly copy: (text: string) => Promise<void>;
  /** Clears at once what was copied last, if it is still there. */
  readonly clear: () => Promise<void>;
}

/** @param clearAfterMs - asked at every copy; 0 leaves the text where it is. */
export function clipboardSession(port: ClipboardPort, clearAfterMs: () => number): ClipboardSession {
  let [asked, latest] = [0, 0];
  let held: string | null = null;

  async function clear(ticket: number): Promise<void> {
    if (ticket !== latest || held === null) return;
    try {
      const isOurs = port.undisturbed() || (await digestOf(await port.read())) === held;
      if (isOurs && ticket === latest) await port.write("");
      if (ticket === latest) held = null;
    } catch {
      port.onFocus(() => void clear(ticket));
    }
  }

  return {
    async copy(text) {
      asked++;
      const ticket = asked;
      const [digest] = await Promise.all([digestOf(text), port.write(text)]);
      // Only now: a copy that fails must not keep the one before from being cleared.
      latest = Math.max(latest, ticket);
      const after = clearAfterMs();
      if (after === 0 || ticket !== latest) return;
      held = digest;
      port.later(() => void clear(ticket), after);
    },
    clear: () => clear(latest),
  };
}

async function digestOf(text: string | null): Promise<string | null> {
  if (text === null) return null;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).join();
}

async function mayRead(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}

/** The browser's clipboard. Reads only where that is already granted: a question 30 s after a copy would puzzle. */
function browserClipboard(): ClipboardPort {
  let disturbed = false;
  for (const event of ["blur", "copy", "cut"]) {
    window.addEventListener(event, () => {
      disturbed = true;
    });
  }
  return {
    async write(text) {
      await navigator.clipboard.writeText(text);
      disturbed = false;
    },
    read: async () => ((await mayRead()) ? navigator.clipboard.readText() : null),
    undisturbed: () => !disturbed && document.hasFocus(),
    onFocus: (callback) => window.addEventListener("focus", callback, { once: true }),
    later: (callback, milliseconds) => void setTimeout(callback, milliseconds),
  };
}

let session: ClipboardSession | null = null;

/**
 * Puts a secret on the clipboard, for as long as this device's settings say. Rejects when the browser refuses.
 * @param by - whose copy it is, for `useClipboardTime`.
 */
export async function copyForAWhile(text: string, by: string | null = null): Promise<void> {
  session ??= clipboardSession(browserClipboard(), () => deviceSettings.current().clipboardSeconds * 1_000);
  await session.copy(text);
  const seconds = deviceSettings.current().clipboardSeconds;
  running.start(by === null || seconds === 0 ? null : { by, seconds, until: Date.now() + seconds * 1_000 });
}

interface Running {
  readonly by: string;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Whose text is on the clipboard, and until when. Another copy of any kind ends it. */
const running = (() => {
  let current: Running | null = null;
  const listeners = new Set<() => void>();
  const start = (next: Running | null): void => {
    current = next;
    for (const listener of listeners) listener();
  };
  for (const event of ["copy", "cut"]) globalThis.window?.addEventListener(event, () => start(null));
  return {
    start,
    current: (): Running | null => current,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
})();

/** How much of its time on the clipboard is left to the last copy by `by`, of 1, every second; null when it is over, or was never limited. */
export function useClipboardTime(by: string): number | null {
  const held = useSyncExternalStore(running.subscribe, running.current);
  const [now, setNow] = useState(0);
  const mine = held?.by === by ? held : null;
  useEffect(() => {
    if (mine === null) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [mine]);
  if (mine === null || now >= mine.until) return null;
  return Math.min(1, (mine.until - now) / (mine.seconds * 1_000));
}

/**
 * @param what - "Copied", or what was copied. @param whileOpen - nothing can clear it once this page is closed.
 * @returns what a toast says, with when it goes where it does.
 */
export function copiedMessage(what: string, whileOpen = false): string {
  const { clipboardSeconds: seconds } = deviceSettings.current();
  if (seconds === 0) return `${what}.`;
  return whileOpen ? `${what}. Clears in ${seconds} s, while this is open.` : `${what}. Clears in ${seconds} s.`;
}

/** Clears a secret that we copied off the clipboard now: before a lock. */
export async function clearClipboard(): Promise<void> {
  running.start(null);
  await session?.clear();
}
