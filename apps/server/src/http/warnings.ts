/** What an operator should mend before people notice it, by name; `npm run doctor` says each in a sentence. */
import type { Config } from "../config.ts";
import type { DatabaseState } from "../operator/database-state.ts";
import { checkBackups, checkDiskSpace, checkLastLook } from "../operator/doctor-environment.ts";
import { readLastCheck } from "../operator/last-check.ts";

/** @param state - null: the database does not say; what is in files is told all the same */
export function warningsOf(config: Config, state: DatabaseState | null): string[] {
  const isLookWrong = checkLastLook(config).state === "wrong";
  const isFound = readLastCheck(config.dataDir)?.state === "damaged";
  const wrong = {
    disk: checkDiskSpace(config).some((finding) => finding.state === "wrong"),
    backup: checkBackups(config).state === "wrong",
    // Found at night, or met by day.
    damage: (isLookWrong && isFound) || state?.isDamaged === true,
    // Two nights in which no one could look.
    check: isLookWrong && !isFound,
    mail: state?.emails.isFailing === true,
  };
  return Object.entries(wrong).flatMap(([name, is]) => (is ? name : []));
}
