/**
 * Has the keys of a master password computed by a thread of their own: it takes half a second, in which the page would stand still. The thread is made while the
 * password is typed, and ends with the one key that it computes.
 */
import type { ClientOptions } from "@coffer/client";
import { startWorker } from "../ui/start-worker.ts";
import { toast } from "../ui/toast.ts";
import type { KeyAnswer, KeyTask } from "./argon2-worker.ts";
import workerAddress from "./argon2-worker.ts?worker&url";

type RunArgon2 = NonNullable<ClientOptions["argon2"]>;

/** One that has not said a word after this is not waited for. */
const PATIENCE_MS = 5_000;
/** Who stops typing may be gone; the next letter makes another. */
const IDLE_MS = 120_000;
/** A master password of today, or the next one. */
const MASTER_PASSWORDS: ReadonlySet<string> = new Set(["current-password", "new-password"]);

interface Thread {
  readonly worker: Worker;
  state: "starting" | "ready" | "failed";
}

let warm: { readonly thread: Thread; readonly timer: ReturnType<typeof setTimeout> } | null = null;

/** @returns null where the browser makes none */
function start(): Thread | null {
  try {
    const thread: Thread = { worker: startWorker(workerAddress), state: "starting" };
    thread.worker.addEventListener("message", ({ data }: MessageEvent<KeyAnswer>) => {
      if (data === "ready") thread.state = "ready";
    });
    thread.worker.addEventListener("error", () => {
      thread.state = "failed";
    });
    return thread;
  } catch {
    return null;
  }
}

/** Makes the thread, unless there is one. */
export function warmKeyThread(): void {
  if (warm !== null) return;
  const thread = start();
  if (thread === null) return;
  warm = { thread, timer: setTimeout(() => take()?.worker.terminate(), IDLE_MS) };
  thread.worker.postMessage("warm" satisfies KeyTask);
}

/** Who computes takes it along: the next one makes another. */
function take(): Thread | null {
  const taken = warm;
  warm = null;
  if (taken !== null) clearTimeout(taken.timer);
  return taken?.thread ?? null;
}

/** Makes it while a master password is typed on this page. */
export function warmWhileTyping(): void {
  document.addEventListener(
    "input",
    ({ target }) => {
      if (target instanceof HTMLInputElement && MASTER_PASSWORDS.has(target.autocomplete)) warmKeyThread();
    },
    { capture: true, passive: true },
  );
}

const loadOwn = () => import("@coffer/client/argon2");

/** For an unlock without a network, which may not get the file of a thread. */
export const holdOwn = (): void => void loadOwn().catch(() => undefined);

/** Computed on the page where no thread can be started, which then stands still: it says why. The password is overwritten afterwards. */
export const runOnKeyThread: RunArgon2 = async (input) => {
  try {
    const thread = take() ?? start();
    const key = thread && (await askFor(thread, input));
    if (key) return key;
    sayThatItStandsStill();
    return await (await loadOwn()).argon2Here(input);
  } finally {
    input.password.fill(0);
  }
};

/** @returns null when the thread did not start, or could not compute it */
async function askFor(thread: Thread, input: Parameters<RunArgon2>[0]): Promise<Uint8Array | null> {
  const { worker } = thread;
  const answered = new Promise<Uint8Array | null>((resolve) => {
    if (thread.state === "failed") resolve(null);
    setTimeout(() => thread.state === "ready" || resolve(null), PATIENCE_MS);
    worker.addEventListener("error", () => resolve(null));
    worker.addEventListener("message", ({ data }: MessageEvent<KeyAnswer>) => {
      if (data !== "ready") resolve(data === "failed" ? null : data.key);
    });
  });
  worker.postMessage(input satisfies KeyTask);
  try {
    return await answered;
  } finally {
    worker.terminate();
  }
}

let isSaid = false;

function sayThatItStandsStill(): void {
  if (isSaid) return;
  isSaid = true;
  toast.failed(null, "The page stands still while it works out your keys: this browser starts no thread for them.");
}
