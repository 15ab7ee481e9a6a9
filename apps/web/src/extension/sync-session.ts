/** Keeps the extension in step with this page: who signs in here is signed in there, who signs out here is signed out there. Nothing here waits for it. */
import { SWITCHED_SLOT } from "@coffer/app/account/profiles/profile-switch.ts";
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { toast } from "@coffer/app/ui/toast.ts";
import { SESSION_SLOTS } from "@coffer/core/account/session-slots";
import { EXTENSION_TOAST_MS, MESSAGES } from "@coffer/core/extension-messages";
import { type Answer, isExtensionHere, sendToExtension } from "./send-message.ts";
import { SYNCED, sessionMessage, syncProblem } from "./session-messages.ts";

export function syncSessionWithExtension(watch: SessionWatch): void {
  let was = watch.state();
  /** One after the other: reading the slots takes a moment, in which the user may sign out. */
  let last: Promise<unknown> = Promise.resolve();
  watch.subscribe(() => {
    const now = watch.state();
    const message = sessionMessage(was, now);
    was = now;
    if (message === null || !isExtensionHere()) return;
    last = last.then(() => send(message)).catch(() => undefined); // the session here is as good without it
  });
}

async function send(message: NonNullable<ReturnType<typeof sessionMessage>>): Promise<void> {
  if (message !== MESSAGES.saveAuthData) {
    await sendToExtension({ type: message });
    return;
  }
  const isSwitched = sessionStorage.getItem(SWITCHED_SLOT) !== null;
  sessionStorage.removeItem(SWITCHED_SLOT);
  const answer = await sendToExtension({ type: message, slots: await storedSlots() });
  if (isSwitched) sayWhether(answer);
}

function sayWhether(answer: Answer): void {
  const problem = syncProblem(answer);
  if (problem === null) toast.done(SYNCED);
  else toast.failed(problem, undefined, EXTENSION_TOAST_MS);
}

/** Sealed, as they are stored. */
async function storedSlots(): Promise<Record<string, string>> {
  const { browserKeyStore } = await import("../browser-store.ts");
  const keys = browserKeyStore();
  const found = await Promise.all(SESSION_SLOTS.map(async (slot) => [slot, await keys.get(slot)] as const));
  return Object.fromEntries(
    found.flatMap(([slot, bytes]) => (bytes ? [[slot, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))]] : [])),
  );
}
