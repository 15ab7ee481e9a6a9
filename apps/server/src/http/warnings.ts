/** What an operator should mend before people notice it, by name; `npm run doctor` says each in a sentence. From files alone: the database may be the one at fault. */
import type { Config } from "../config.ts";
import { checkBackups, checkDiskSpace, checkLastLook } from "../operator/doctor-environment.ts";
import { readLastCheck } from "../operator/last-check.ts";

export function warningsOf(config: Config): string[] {
  // Damage that was found, or two nights in which no one could look.
  const look = readLastCheck(config.dataDir)?.state === "damaged" ? "damage" : "check";
  const findings = { disk: checkDiskSpace(config), backup: [checkBackups(config)], [look]: [checkLastLook(config)] };
  return Object.entries(findings).flatMap(([name, found]) => (found.some(({ state }) => state === "wrong") ? name : []));
}
