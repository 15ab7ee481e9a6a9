/**
 * An upgrade that fails is not tried for ever: a service manager starts the server again and again, and each start would copy the whole database, compare it and put
 * it back. After three failures within an hour, starts say so at once.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { VERSION } from "../version.ts";
import type { Migration } from "./versions.ts";

const HOUR_MS = 3_600_000;
const MOST = 3;

interface Failures {
  /** Of which upgrade: another version may do better. */
  readonly of: string;
  /** In milliseconds since 1970. */
  readonly at: readonly number[];
}

const fileIn = (dataDir: string): string => join(dataDir, "upgrade-failed.json");
const nameOf = (missing: readonly Migration[]): string => [VERSION, ...missing.map(({ tag }) => tag)].join(" ");

/** @returns when this upgrade has failed within the last hour. @throws ConfigError when that was too often */
export function refuseRepeated(dataDir: string, missing: readonly Migration[], now = Date.now()): readonly number[] {
  const { of, at } = read(dataDir);
  const recent = of === nameOf(missing) ? at.filter((when) => Math.abs(now - when) < HOUR_MS) : [];
  if (recent.length >= MOST)
    throw new ConfigError(
      `The database could not be brought up to date ${MOST} times within an hour, and everything is as it was: start the version of Coffer that ran before. This one tries again an hour after the first time, or at once when ${fileIn(dataDir)} is removed.`,
    );
  return recent;
}

function read(dataDir: string): Failures {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as Failures;
  } catch {
    return { of: "", at: [] };
  }
}

export function noteFailure(dataDir: string, missing: readonly Migration[], before: readonly number[]): void {
  const failures: Failures = { of: nameOf(missing), at: [...before, Date.now()] };
  try {
    writeFileSync(fileIn(dataDir), JSON.stringify(failures), { mode: 0o600 });
  } catch {
    // A full disk: to put the copy back is more urgent.
  }
}

export const forgetFailures = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
