/** `admin`: what the operator, who has the machine and no account, may do to accounts. Every change is audited, and mailed to the account's owner. */
import { isEmail } from "@coffer/core/account/email";
import { INVITATION_DAYS } from "@coffer/core/constants";
import { MEMBER, SUPER_ADMIN } from "@coffer/core/team/roles";
import { eq, sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { type AccountRow, endSessions, findAccount, getAccount, normaliseEmail } from "../account/accounts.ts";
import { writeAudit } from "../account/audit.ts";
import { removeSecondFactor } from "../account/two-factor.ts";
import { createDeps } from "../app.ts";
import { ConfigError, linkTo } from "../config.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { acceptSecret, checkSecret } from "../db/secret-fingerprint.ts";
import { account } from "../db/tables.ts";
import { readVersions } from "../db/versions.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { inEnglish } from "../mail/recipient.ts";
import { invite } from "../team/invitations.ts";
import type { Context, Outcome } from "./command.ts";
import { onOneConnection, withSharedDatabase } from "./database.ts";

/** What the activity log of the account names in place of a device. */
const OPERATOR = { device: "The operator's command line" };

interface Action {
  readonly usage: string;
  /** How many words may follow its name. */
  readonly words: readonly [least: number, most: number];
  /** @returns the text to print */
  readonly run: (deps: Deps, words: readonly string[]) => Promise<string>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { usage: "list                      all accounts: state, role, last sign of life, number of items", words: [0, 0], run: list },
  invite: { usage: "invite EMAIL [--admin]    a link to register with; --admin makes an administrator", words: [1, 2], run: inviteByEmail },
  disable: {
    usage: "disable EMAIL             signs every device out and lets no one in; nothing is deleted",
    words: [1, 1],
    run: disable,
  },
  enable: { usage: "enable EMAIL              lets them in again", words: [1, 1], run: enable },
  "remove-2fa": {
    usage: "remove-2fa EMAIL          removes two-factor authentication, for a user who lost the phone and the backup codes",
    words: [1, 1],
    run: (deps, [email = ""]) => removeTwoFactor(deps, email),
  },
  "accept-secret": {
    usage: "accept-secret             goes on with another SERVER_SECRET, when the one of this database is lost for good",
    words: [0, 0],
    run: acceptOtherSecret,
  },
};
export const ADMIN_USAGE = Object.values(ACTIONS)
  .map(({ usage }, index) => (index === 0 ? `admin -- ${usage}` : `npm run admin -- ${usage}`))
  .join("\n");

/**
 * Works next to a running server or without one.
 * @throws ConfigError with one message when it cannot be done
 */
export async function runAdmin([name = "", ...words]: readonly string[], { config, log }: Context): Promise<Outcome> {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  const [least, most] = action?.words ?? [0, 0];
  if (!action || words.length < least || words.length > most) throw new ConfigError(`npm run ${ADMIN_USAGE}`);
  return withSharedDatabase(config, log, async (database) => {
    await onOneConnection(database, refuseOlder);
    await migrateDatabase(database.pool);
    const deps = createDeps({ db: database.db, config, log });
    // What is encrypted with another secret, such as an email, could not be read by the server.
    if (action.run !== acceptOtherSecret) await checkSecret(deps.db, deps.secrets);
    return { text: await bypassRls("server", () => action.run(deps, words)), isGood: true };
  });
}

/** A command changes no tables: servers of the version before could not start any more. Where there are none yet, it makes them. @throws ConfigError */
async function refuseOlder(client: PoolClient): Promise<void> {
  const { applied, missing } = await readVersions(client);
  if (applied.length > 0 && missing.length > 0)
    throw new ConfigError(
      "The tables are of an earlier version, and a command does not change them. Start the server of this version once, or use the command of the version that runs. Nothing was changed.",
    );
}

interface Listed extends Record<string, unknown> {
  readonly email: string;
  readonly state: string;
  readonly role: string;
  readonly created: string;
  readonly active: string;
  readonly factor: string;
  readonly items: string;
}

/** The day, by UTC. The activity log remembers sign-ins that a restore has ended. */
const LIST = sql`
  select a.email, r.name as role,
    coalesce(nullif(concat_ws(', ', case when a.disabled_at is not null then 'disabled' end, 'deleted on ' || to_char(a.purge_at at time zone 'UTC', 'YYYY-MM-DD')), ''), 'active') as state,
    to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
    coalesce(to_char(greatest(
      (select max(coalesce(s.last_used_at, s.created_at)) from session s where s.account_id = a.id),
      (select max(l.at) from audit l where l.account_id = a.id and l.event in ('login.done', 'profile.switched'))
    ) at time zone 'UTC', 'YYYY-MM-DD'), 'never') as active,
    case when a.mfa_secret is null then 'off' else 'on' end as factor,
    (select count(*) from record e where e.owner_id = a.id and e.kind <> 'category' and e.state = 'live')::text as items
  from account a join role r on r.id = a.role_id order by a.created_at, a.email`;
const HEADINGS: Listed = {
  email: "EMAIL",
  state: "STATE",
  role: "ROLE",
  created: "CREATED",
  active: "LAST ACTIVE",
  factor: "2FA",
  items: "ITEMS",
};

export async function list({ db }: Deps): Promise<string> {
  const { rows } = await db.execute<Listed>(LIST);
  if (rows.length === 0) return "There is no account yet.";
  const names = Object.keys(HEADINGS);
  const width = (name: string): number => Math.max(...[HEADINGS, ...rows].map((row) => String(row[name]).length));
  const widths = new Map(names.map((name) => [name, width(name)]));
  return [HEADINGS, ...rows]
    .map((row) =>
      names
        .map((name) => String(row[name]).padEnd(widths.get(name) ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export async function inviteByEmail(deps: Deps, words: readonly string[]): Promise<string> {
  const [email = "", ...rest] = words.filter((word) => word !== "--admin");
  if (rest.length > 0 || !isEmail(normaliseEmail(email))) throw new ConfigError("Invite one email address, like ann@example.com.");
  if (await findAccount(deps.db, email)) throw new ConfigError("There is an account with this email address already.");
  const roleId = words.includes("--admin") ? SUPER_ADMIN : MEMBER;
  const isMailed = deps.config.smtpUrl !== null;
  const link = await deps.db.transaction(async (tx) => {
    const made = linkTo(deps.config, await invite(tx, { email, roleId }, new Date(deps.now())));
    if (isMailed) await queueEmail(deps, tx, { name: "invitation", to: inEnglish(normaliseEmail(email)), values: { link: made } });
    return made;
  });
  const sent = isMailed ? "The link is on its way by email, too." : "SMTP_URL is not set, so nothing was mailed: give it to them.";
  return `${link}\n${sent} It works once, for ${INVITATION_DAYS} days, and for this address alone; earlier links for it are void.`;
}

export async function disable(deps: Deps, [email = ""]: readonly string[]): Promise<string> {
  const done = await changeAccount(deps, email, async (tx, own) => {
    if (own.disabled_at !== null) return false;
    const at = new Date(deps.now());
    await tx.update(account).set({ disabled_at: at }).where(eq(account.id, own.id));
    await endSessions(tx, own.id, at);
    await queueEmail(deps, tx, { name: "accountDisabled", to: own, values: {} });
    await writeAudit(deps, tx, OPERATOR, { accountId: own.id, event: "account.disabled" });
    return true;
  });
  return done
    ? "The account was disabled: every device was signed out, and no one can sign in to it. Its owner is told by email. Nothing was deleted."
    : "This account was disabled already. Nothing was changed.";
}

export async function enable(deps: Deps, [email = ""]: readonly string[]): Promise<string> {
  const done = await changeAccount(deps, email, async (tx, own) => {
    if (own.disabled_at === null) return false;
    await tx.update(account).set({ disabled_at: null }).where(eq(account.id, own.id));
    await queueEmail(deps, tx, { name: "accountEnabled", to: own, values: {} });
    await writeAudit(deps, tx, OPERATOR, { accountId: own.id, event: "account.enabled" });
    return true;
  });
  return done ? "The account is enabled again. Its owner is told by email." : "This account is not disabled. Nothing was changed.";
}

export async function removeTwoFactor(deps: Deps, email: string): Promise<string> {
  const done = await changeAccount(deps, email, async (tx, own) => {
    if (own.mfa_secret === null) return false;
    await removeSecondFactor(deps, tx, own.id);
    await queueEmail(deps, tx, { name: "mfaRemovedByOperator", to: own, values: {} });
    await writeAudit(deps, tx, OPERATOR, { accountId: own.id, event: "mfa.removed-by-operator" });
    return true;
  });
  return done
    ? "Two-factor authentication was removed. Every device of this account was signed out, and its owner is told by email."
    : "Two-factor authentication is off for this account. Nothing was changed.";
}

async function acceptOtherSecret({ db, secrets }: Deps): Promise<string> {
  await acceptSecret(db, secrets);
  return "This database now belongs to this SERVER_SECRET. No password works any more: every user has to set a new one with their recovery key.";
}

/** @throws ConfigError when there is no such account */
async function changeAccount(deps: Deps, email: string, change: (tx: Tx, own: AccountRow) => Promise<boolean>): Promise<boolean> {
  const known = await findAccount(deps.db, email);
  if (known === null) throw new ConfigError("There is no account with this email address.");
  const isDone = await deps.db.transaction(async (tx) => change(tx, await getAccount(tx, known.id, "lock")));
  if (isDone) deps.log.info("operator.account-changed", { accountId: known.id });
  return isDone;
}
