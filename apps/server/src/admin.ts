/** Commands of the operator, who has the machine and no account: `admin remove-2fa EMAIL`. Each is audited, and mailed to whom it concerns. */

import { findAccount, getAccount } from "./account/accounts.ts";
import { writeAudit } from "./account/audit.ts";
import { removeSecondFactor } from "./account/two-factor.ts";
import { createDeps } from "./app.ts";
import { type Config, ConfigError } from "./config.ts";
import { actAs, SYSTEM } from "./db/acting.ts";
import { openBeside } from "./db/connect.ts";
import { acceptSecret, checkSecret } from "./db/fingerprint.ts";
import { migrateDatabase } from "./db/migrate.ts";
import type { Deps } from "./deps.ts";
import type { Log } from "./log.ts";
import { queueEmail } from "./mail/outbox.ts";

/** What the activity log of the account names in place of a device. */
const OPERATOR = { device: "The operator's command line" };
const USAGE = `There are these commands:

  npm run admin -- remove-2fa EMAIL    removes two-factor authentication from an account, for somebody who lost the phone and the recovery codes
  npm run admin -- accept-secret       goes on with another SERVER_SECRET, when the one of this database is lost for good`;

/**
 * Works beside a running server as well as without one.
 * @returns what is to be said
 * @throws ConfigError with one message when it cannot be done
 */
export async function runAdmin([command, ...words]: readonly string[], config: Config, log: Log): Promise<string> {
  const run = command === undefined ? undefined : COMMANDS[command];
  if (run === undefined || words.length !== (command === "remove-2fa" ? 1 : 0)) throw new ConfigError(USAGE);
  const database = await openBeside(config, log);
  try {
    await migrateDatabase(database.pool);
    const deps = createDeps({ db: database.db, config, log });
    if (command !== "accept-secret") await checkSecret(deps.db, deps.secrets);
    return await actAs(SYSTEM, () => run(deps, ...words));
  } finally {
    await database.close();
  }
}

/** By their words. */
const COMMANDS: Readonly<Record<string, (deps: Deps, ...words: string[]) => Promise<string>>> = {
  "remove-2fa": (deps: Deps, email = "") => removeTwoFactor(deps, email),
  "accept-secret": async ({ db, secrets }: Deps) => {
    await acceptSecret(db, secrets);
    return "This database goes on with this SERVER_SECRET. No password fits any more: whoever signs in chooses a new one with the recovery key.";
  },
};

export async function removeTwoFactor(deps: Deps, email: string): Promise<string> {
  const known = await findAccount(deps.db, email);
  if (known === null) throw new ConfigError("There is no account with this email address.");
  const isRemoved = await deps.db.transaction(async (tx) => {
    const own = await getAccount(tx, known.id, "lock");
    if (own.mfa_secret === null) return false;
    await removeSecondFactor(deps, tx, own.id);
    await queueEmail(deps, tx, { name: "mfaRemovedByOperator", to: own.email, values: {} });
    await writeAudit(deps, tx, OPERATOR, { accountId: own.id, event: "mfa.removed-by-operator" });
    return true;
  });
  if (!isRemoved) return "Two-factor authentication is off for this account. Nothing was changed.";
  deps.log.info("mfa.removed", { accountId: known.id, byOperator: true });
  return "Two-factor authentication was removed. Every device of this account was signed out, and its owner is told by email.";
}
