/** `restore -- --before-upgrade`: the bundled database as it was before a new version changed its tables, for those who want the version before again. */
import { ConfigError } from "../config.ts";
import { goBack } from "../db/upgrade.ts";
import type { Context, Outcome } from "./command.ts";
import { withExclusiveDatabase } from "./database.ts";

export async function restoreBeforeUpgrade({ config, log }: Pick<Context, "config" | "log">): Promise<Outcome> {
  if (config.databaseUrl !== null)
    throw new ConfigError("Only the bundled database is copied before an upgrade. Restore a backup that the version before has made.");
  const back = await withExclusiveDatabase(config, log, ({ owner }) => goBack({ ...owner, database: owner.database ?? "" }));
  if (back === null) throw new ConfigError("There is no copy from before an upgrade: each is kept for a week. Nothing was changed.");
  const text = [
    `The database is again as it was at ${back.at.toISOString()}, before the upgrade.`,
    "Start the version of Coffer that ran then; this one would upgrade it again. A device that has seen newer data says so, and offers to bring it back.",
    `What was written since is in the database ${back.aside}, for a week.`,
  ].join("\n");
  return { text, isGood: true };
}
