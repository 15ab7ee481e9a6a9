/** Runs of hours share a machine with what has to be measured on it. */
import { existsSync } from "node:fs";

const LOOK_MS = 1_000;

/** Waits while the file exists that PAUSE_FILE names. @returns how long, in milliseconds */
export async function whileItMayRun(): Promise<number> {
  const [began, file] = [Date.now(), process.env.PAUSE_FILE];
  while (file && existsSync(file)) await new Promise((resume) => setTimeout(resume, LOOK_MS));
  return Date.now() - began;
}
