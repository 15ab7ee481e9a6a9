/** Copies secrets and takes them off the clipboard again, but only while it is known to hold what we put there. */
import { CLIPBOARD_CLEAR_MS } from "@coffer/core/product";

/** What the keeper needs of a browser, so that tests can give it a clipboard of their own. */
export interface ClipboardPort {
  write(text: string): Promise<void>;
  /** Null when reading is not allowed without asking the person. */
  read(): Promise<string | null>;
  /** Whether the page has had the focus ever since the last copy; nothing else can have written then. */
  undisturbed(): boolean;
  /** Calls back once the page has the focus again; a page without it may not touch the clipboard. */
  onFocus(callback: () => void): void;
  later(callback: () => void, milliseconds: number): void;
}

/** @returns a function that copies a text and clears it after `CLIPBOARD_CLEAR_MS`, unless something else was copied meanwhile. */
export function clipboardKeeper(port: ClipboardPort): (text: string) => Promise<void> {
  let latest = 0;

  async function clear(ticket: number, text: string): Promise<void> {
    if (ticket !== latest) return;
    try {
      const held = port.undisturbed() ? text : await port.read();
      if (held === text && ticket === latest) await port.write("");
    } catch {
      port.onFocus(() => void clear(ticket, text));
    }
  }

  return async (text) => {
    const ticket = ++latest;
    await port.write(text);
    port.later(() => void clear(ticket, text), CLIPBOARD_CLEAR_MS);
  };
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
export function browserClipboard(): ClipboardPort {
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

let keeper: ((text: string) => Promise<void>) | null = null;

/** Puts a secret on the clipboard for a while. Rejects when the browser refuses. */
export function copyForAWhile(text: string): Promise<void> {
  keeper ??= clipboardKeeper(browserClipboard());
  return keeper(text);
}
