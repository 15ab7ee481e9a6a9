/** The folder that this program was installed into: while a server runs from it, nothing is installed there (tools/ensure.mjs). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "./config.ts";
import { lockFile } from "./db/folder-lock.ts";

/** From src and from dist alike. */
const CACHE = fileURLToPath(new URL("../../../.cache", import.meta.url));

/** Shared with other servers of this folder, until this process ends. @throws ConfigError while it is being installed */
export function lockInstallation(): void {
  if (!tryToLock()) throw new ConfigError("Coffer is being installed in this folder; start again when that is done.");
}

function tryToLock(): boolean {
  try {
    mkdirSync(CACHE, { recursive: true });
    return lockFile(join(CACHE, "servers.lock"), "shared") !== null;
  } catch {
    return true; // A read-only folder, or a machine without locks: the server runs without this lock.
  }
}
