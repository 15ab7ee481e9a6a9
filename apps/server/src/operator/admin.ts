/** Commands of the operator, who has the machine and no account. Each that changes something is audited, and mailed to whom it concerns. */

import { findAccount, getAccount } from "../account/accounts.ts";
import { writeAudit } from "../account/audit.ts";
import { removeSecondFactor } from "../account/two-factor.ts";
import { createDeps } from "../app.ts";
import { ConfigError } from "../config.ts";
import { actAs, SYSTEM } from "../db/acting.ts";
import { migrateDatabase } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import type { Context, Outcome } from "./command.ts";
import { besideServer } from "./database.ts";

/** What the activity log of the account names in place of a device. */
const OPERATOR = { device: "The operator's command line" };
export const ADMIN_USAGE = `admin -- remove-2fa EMAIL    removes two-factor authentication from an account, for somebody who lost the phone and the recovery codes`;

/**
 * Works beside a running server as well as without one.
 * @throws ConfigError with one message when it cannot be done
 */
export async function runAdmin([command, email, ...rest]: readonly string[], { config, log }: Context): Promise<Outcome> {
  if (command !== "remove-2fa" || email === undefined || rest.length > 0) throw new ConfigError(`npm run ${ADMIN_USAGE}`);
  return besideServer(config, log, async (database) => {
    await migrateDatabase(database.pool);
    return { text: await actAs(SYSTEM, () => removeTwoFactor(createDeps({ db: database.db, config, log }), email)), isGood: true };
  });
}

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
