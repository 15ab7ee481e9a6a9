/** CPU time of processes and of the whole machine, read from /proc. Where there is none (macOS, Windows) every figure is 0: costs are measured on Linux only. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The kernel counts in these, on every platform that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @returns CPU seconds that the machine spent so far: user, nice, system and interrupts. Says what a run cost only where nothing else runs. */
export function cpuOfMachine() {
  if (!existsSync("/proc/stat")) return 0;
  const [user, nice, system, , , irq, softirq] = readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

/** @returns pid → { parent, name, seconds }; `seconds` includes children that ended and were waited for. */
export function processes() {
  if (!existsSync("/proc/self/stat")) return new Map();
  return new Map(
    readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((pid) => {
        const found = readProcess(pid);
        return found ? [[Number(pid), found]] : [];
      }),
  );
}

/** Columns of proc(5): after the name, which may hold spaces, parent is the second and the four times are the 12th to the 15th. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    const columns = stat.slice(end + 2).split(" ");
    const ticks = columns.slice(11, 15).reduce((sum, column) => sum + Number(column), 0);
    return { parent: Number(columns[1]), name: stat.slice(stat.indexOf("(") + 1, end), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null; // ended while we looked
  }
}

/** @returns CPU seconds of this process and of those it started that have ended: one read, cheap enough for every test file. */
export const cpuOfThis = () => readProcess("self")?.seconds ?? 0;

/** @returns CPU seconds of a process and everything it started. */
export function cpuOfTree(root, all = processes()) {
  const children = new Map();
  for (const [pid, { parent }] of all) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const sum = (pid) => (children.get(pid) ?? []).reduce((total, child) => total + sum(child), all.get(pid)?.seconds ?? 0);
  return sum(root);
}
