/**
 * What was done last, and how it is taken back: a button in the toast for ten seconds, and an entry of the palette until something else is done. It names things of the vault, so
 * it goes with the screen (shell/forget-screen.ts).
 */
import { isRefusal } from "@coffer/contract/errors";
import { messageOf } from "./error-message.ts";
import { isLastingRefusal } from "./lasting-refusal.ts";
import { toast } from "./toast.ts";

export interface Undoable {
  /** After "Undo: ". */
  readonly label: string;
  readonly takeBack: () => Promise<unknown>;
  /** Said afterwards, and asked for then where it depends on what has become of it. */
  readonly back: string | (() => string);
  readonly failed: string;
}

interface Offered {
  readonly label: string;
  readonly run: () => Promise<void>;
  /** It is being taken back, or is. */
  isTaken: boolean;
}

let last: Offered | null = null;

/** @param done - what the toast says */
export function offerUndo(done: string, { label, takeBack, back, failed }: Undoable): void {
  const run = async (): Promise<void> => {
    if (offered.isTaken) return;
    offered.isTaken = true;
    try {
      await takeBack();
      toast.done(typeof back === "string" ? back : back());
    } catch (error) {
      // Another try would end the same way: it was changed since, say.
      if (isFinal(error)) return toast.failed(error, failed);
      // Without a connection, say, or where this device is full: nothing is taken back yet.
      offered.isTaken = false;
      if (isRefusal(error, "session_expired")) return;
      toast.offer(messageOf(error, failed), { label: "Try again", run: () => void run() }, true);
    }
  };
  const offered: Offered = { label, run, isTaken: false };
  last = offered;
  toast.offer(done, { label: "Undo", run: () => void run() });
}

const isFinal = (error: unknown): boolean => isLastingRefusal(error) || isRefusal(error, "not_found") || isRefusal(error, "forbidden");

/** Null where nothing is to be taken back. */
export const lastUndo = (): Offered | null => (last?.isTaken ? null : last);

export function forgetUndo(): void {
  last = null;
}
