/** What is asked of a program that was started. */
import type { ChildProcess } from "node:child_process";

export const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });

/** Keeps the end of what a program writes to its standard error. postgres-log.ts decides what of the rest is passed on. */
export function stderrTail(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-2000);
  });
  return () => text.trim();
}
