import { readdirSync, readFileSync } from "node:fs";

/** Kills all processes of a browser at once: each has the profile in its command. */
export function killBrowser(profile: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(profile)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
}
