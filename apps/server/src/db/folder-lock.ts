/** One server per data folder: a file that says which process has it, and is worth nothing once that process is gone. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config.ts";

const NAME = "server.lock";

/** When a process began, so that a later process of the same number is not taken for it. Known on Linux; elsewhere the number has to do. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; the start time is the 22nd field, the 20th after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return ""; // No /proc, or no such process.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isHeld(holder: string): boolean {
  const [pid, start] = holder.split(" ");
  return Number(pid) > 0 && isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

/**
 * @returns what gives the folder back.
 * @throws ConfigError when another running server has it.
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, NAME);
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(path, `${process.pid} ${startOf(process.pid)}`, { flag: "wx", mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (isHeld(readHolder(path))) break;
      rmSync(path, { force: true });
    }
  }
  throw new ConfigError("DATA_DIR is in use by another running server; stop that one, or choose another folder.");
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // Given back between the two looks.
  }
}
