/** Where tests keep temporary data: in memory, where there is space. On a disk, making a database's thousand files costs the processor as much as filling them. */
import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** A whole run needs less than half of it. A container has 64 MB there, as a rule. */
const ROOM = 4 * 2 ** 30;

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false; // another operating system
  }
}

/** @returns the path of a new folder, which the caller removes. */
export const quickFolder = (prefix: string): string => mkdtempSync(join(hasSpace() ? MEMORY : tmpdir(), prefix));
