/**
 * Copies secrets and takes them off the clipboard again, but only while it is known to hold what we put there. It knows its text again by a digest: nothing copied
 * is kept in memory, where it would outlast a lock.
 */
import { deviceSettings } from "../frame/device-settings.ts";

/** What the keeper needs of a browser, so that tests can give it a clipboard of their own. */
interface ClipboardPort {
  write(text: string): Promise<void>;
  /** Null when reading is not allowed without asking the person. */
  read(): Promise<string | null>;
  /** Whether the page has had the focus ever since the last copy; nothing else can have written then. */
  undisturbed(): boolean;
  /** Calls back once the page has the focus again; a page without it may not touch the clipboard. */
  onFocus(callback: () => void): void;
  later(callback: () => void, milliseconds: number): void;
}

interface ClipboardKeeper {
  /** Copies a text and clears it after a while, unless something else was copied meanwhile. */
  readonly copy: (text: string) => Promise<void>;
  /** Clears at once what was copied last, if it is still there. */
  readonly clear: () => Promise<void>;
}

/** @param clearAfterMs - asked at every copy; 0 leaves the text where it is. */
export function clipboardKeeper(port: ClipboardPort, clearAfterMs: () => number): ClipboardKeeper {
  let latest = 0;
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
      const ticket = ++latest;
      const [digest] = await Promise.all([digestOf(text), port.write(text)]);
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

let keeper: ClipboardKeeper | null = null;

/** Puts a secret on the clipboard, for as long as this device's settings say. Rejects when the browser refuses. */
export function copyForAWhile(text: string): Promise<void> {
  keeper ??= clipboardKeeper(browserClipboard(), () => deviceSettings.current().clipboardSeconds * 1_000);
  return keeper.copy(text);
}

/** @param what - "Copied", or what was copied. @returns the sentence for a toast, with when it goes where it does. */
export function copiedMessage(what: string): string {
  const { clipboardSeconds } = deviceSettings.current();
  return clipboardSeconds === 0 ? `${what}.` : `${what}. Clears in ${clipboardSeconds} s.`;
}

/** Takes a secret of ours off the clipboard now: before a lock. */
export const clearClipboard = async (): Promise<void> => keeper?.clear();
