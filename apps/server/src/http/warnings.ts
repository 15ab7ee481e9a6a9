/** What an operator should mend before people notice it, by name; `npm run doctor` says each in a sentence. From files alone: the database may be the one at fault. */
import type { Config } from "../config.ts";
import { checkBackups, checkDiskSpace, checkLastLook } from "../operator/doctor-environment.ts";

export function warningsOf(config: Config): string[] {
  const findings = { disk: checkDiskSpace(config), backup: [checkBackups(config)], damage: [checkLastLook(config)] };
  return Object.entries(findings).flatMap(([name, found]) => (found.some(({ state }) => state === "wrong") ? name : []));
}
