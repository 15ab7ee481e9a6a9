/** How PostgreSQL makes sure, before it recovers, that all files of the cluster are on the disk. */
import { release } from "node:os";

/** Since then the kernel tells of an error that syncfs meets. */
const [MAJOR, MINOR] = [5, 8];

/**
 * One call for the whole file system, instead of one for each of some two thousand files: a start after a crash took a second less on a busy disk.
 * @returns settings; none where there is no such call, or none that tells of errors
 */
export function quickRecovery(platform: string = process.platform, kernel: string = release()): readonly string[] {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  const isTold = major > MAJOR || (major === MAJOR && minor >= MINOR);
  return platform === "linux" && isTold ? ["recovery_init_sync_method=syncfs"] : [];
}
