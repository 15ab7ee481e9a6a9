/**
 * A command of this program, with its environment, in a process of its own: it reads everything, and people at work must not wait for that. It ends when this
 * process does (main.ts), and never starts a database.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

/** @param withinMs - after which it is killed @returns whether it ended well */
export function runApart(words: readonly string[], withinMs: number): Promise<{ readonly isGood: boolean }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...words], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      timeout: withinMs,
      killSignal: "SIGKILL",
    });
    child.once("error", () => resolve({ isGood: false }));
    child.once("exit", (code) => resolve({ isGood: code === 0 }));
    try {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already.
    }
  });
}
