/**
 * `doctor`: checks everything that an operator may have got wrong, changes nothing, and says for each what it found and what to do. With `--deep` also everything
 * that is stored.
 */
import type { ClientBase } from "pg";
import { type Config, ConfigError } from "../config.ts";
import { secretFits } from "../db/secret-fingerprint.ts";
import { UNSENT, type Unsent } from "../mail/unsent.ts";
import { deriveSecrets } from "../secrets.ts";
import { ownSchema, schemaOf } from "./backup-tables.ts";
import type { Context, Outcome } from "./command.ts";
import { isThere, onOneConnection, withSharedDatabase } from "./database.ts";
import { checkDeep } from "./doctor-deep.ts";
import {
  checkBackups,
  checkDiskSpace,
  checkKept,
  checkLastLook,
  checkMail,
  checkProxy,
  checkPublicAddress,
  codeOf,
  type Finding,
} from "./doctor-environment.ts";
import { isDamageOpen, lastMetAt } from "./last-check.ts";

export const DOCTOR_USAGE = `doctor    checks the whole installation, and says what to do about what is wrong
  -- --deep         also reads everything that is stored: every page, index, history and signature, and every kept backup
  -- --nightly      reads that alone and notes the result, as the server does by itself every night
  -- --hourly       reads the kept backups that were not read for the longest time, 2 GB of them, as the server does by itself every hour`;

/** @throws ConfigError for words that are not known */
export async function runDoctor(words: readonly string[], context: Context): Promise<Outcome> {
  const { config } = context;
  if (words.some((word) => word !== "--deep")) throw new ConfigError(`npm run ${DOCTOR_USAGE}`);
  const findings = [
    ...(await openAndCheckDatabase(context, words.length > 0)),
    ...checkDiskSpace(config),
    checkBackups(config),
    ...(words.length > 0 ? [await checkKept(config)] : []),
    checkLastLook(config),
    await checkMail(config),
    checkProxy(config),
    await checkPublicAddress(config),
  ];
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  const sum = wrong === 0 ? "Nothing is wrong." : `${wrong} of ${findings.length} are wrong.`;
  return { text: [...findings.map(render), "", sum].join("\n"), isGood: wrong === 0 };
}

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;
const render = ({ about, state, text, fix }: Finding): string =>
  `${SIGNS[state]}  ${about.padEnd(14)}  ${text}${fix === undefined ? "" : `\n${" ".repeat(23)}${state === "wrong" ? "Do this: " : ""}${fix}`}`;

async function openAndCheckDatabase({ config, log }: Context, isDeep: boolean): Promise<Finding[]> {
  if (!isThere(config))
    return [{ about: "Database", state: "note", text: `There is none in ${config.dataDir} yet.`, fix: "npm start makes one." }];
  try {
    return await withSharedDatabase(config, log, (database) =>
      onOneConnection(database, (client) => checkDatabase(client, database.where, config, isDeep)),
    );
  } catch (error) {
    const fix =
      config.databaseUrl === null ? "Look at DATA_DIR, and who may read it." : "Look at DATABASE_URL, and whether PostgreSQL runs there.";
    return [
      {
        about: "Database",
        state: "wrong",
        text: error instanceof ConfigError ? error.message : `It does not answer (${codeOf(error)}).`,
        fix,
      },
    ];
  }
}

/** @param where - the database, in words */
export async function checkDatabase(client: ClientBase, where: string, config: Config, isDeep = false): Promise<Finding[]> {
  const reached = await checkVersionOf(client, where);
  const schema = await checkSchema(client);
  if (schema.state !== "ok") return [reached, schema];
  return [
    reached,
    schema,
    await checkSecretOf(client, config),
    await checkPages(client, config.dataDir),
    await checkClock(client),
    await checkUnsentEmails(client),
    ...(isDeep ? await checkDeep(client) : []),
  ];
}

async function checkVersionOf(client: ClientBase, where: string): Promise<Finding> {
  const { rows } = await client.query<{ version: string; size: string }>(
    "select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size",
  );
  return { about: "Database", state: "ok", text: `PostgreSQL ${rows[0]?.version} in ${where}, ${rows[0]?.size}` };
}

async function checkSchema(client: ClientBase): Promise<Finding> {
  const [theirs, own] = [await schemaOf(client), ownSchema()];
  if (theirs === own) return { about: "Tables", state: "ok", text: "They are of this version." };
  if (theirs < own && !(await mayMakeTables(client)))
    return {
      about: "Tables",
      state: "wrong",
      text: "They have to be made or brought up to date, and the role of DATABASE_URL is not allowed to.",
      fix: "Grant it create on the database and on its schema public, start once, and revoke it.",
    };
  if (theirs === 0) return { about: "Tables", state: "note", text: "There are none yet.", fix: "npm start makes them." };
  if (theirs < own)
    return {
      about: "Tables",
      state: "note",
      text: "They are of an earlier version.",
      fix: "Make a backup with that version; npm start then brings them up to date.",
    };
  return {
    about: "Tables",
    state: "wrong",
    text: "They are of a newer version than this program.",
    fix: "Start the newer version, or restore a backup of this one.",
  };
}

async function mayMakeTables(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may",
  );
  return rows[0]?.may ?? false;
}

async function checkSecretOf(client: ClientBase, { serverSecret }: Config): Promise<Finding> {
  const fits = await secretFits(client, deriveSecrets(serverSecret));
  const about = "Server secret";
  if (fits === null) return { about, state: "note", text: "Nothing is stored yet that could show whether it fits." };
  if (fits) return { about, state: "ok", text: "It is the one of this database. Keep a copy apart from the backups." };
  const fix =
    'Set SERVER_SECRET to the one that was used before, or bring back the file server-secret in DATA_DIR. No one can sign in until then. If it is lost for good: "A lost server secret" in docs/operations.md.';
  return { about, state: "wrong", text: "It is not the one that this database was written with.", fix };
}

/**
 * PostgreSQL counts the pages that it read and that were not what it had written. It goes on counting from there when they are mended, and from nothing after a
 * crash; so what counts is when the last was met, which the server notes, and whether all pages were read since, without damage.
 */
export async function checkPages(client: ClientBase, dataDir: string): Promise<Finding> {
  const { rows } = await client.query<{ failures: number | null; last: Date | null }>(
    "select checksum_failures::int as failures, checksum_last_failure as last from pg_stat_database where datname = current_database()",
  );
  const [about, { failures = null, last = null }] = ["Files", rows[0] ?? {}];
  if (failures === null)
    return {
      about,
      state: "note",
      text: "The database checks no pages, so a damaged one is not noticed.",
      fix: "Make its cluster with data checksums.",
    };
  const met = lastMetAt(dataDir, last?.getTime() ?? null);
  if (met === null) return { about, state: "ok", text: "PostgreSQL has met no damaged page since it was started, or has crashed." };
  const at = new Date(met).toISOString();
  if (!isDamageOpen(dataDir, met))
    return { about, state: "ok", text: `Damaged pages were met until ${at}; since then all were read, and none is damaged.` };
  return {
    about,
    state: "wrong",
    text: `Damaged pages were met, the last at ${at}: the disk, or something that wrote to it, is at fault.`,
    fix: "Stop the server and keep a copy of its folder. Then restore the last good backup on a sound disk: npm run restore -- FILE --replace. Once it is mended: npm run doctor -- --nightly",
  };
}

const CLOCK_SECONDS_MAX = 30;

/** Codes of authenticators are good for half a minute. */
async function checkClock(client: ClientBase): Promise<Finding> {
  const { rows } = await client.query<{ now: Date; newest: Date | null }>(
    "select clock_timestamp() as now, (select max(at) from audit) as newest",
  );
  const [now, newest] = [rows[0]?.now.getTime() ?? 0, rows[0]?.newest?.getTime() ?? 0];
  const apart = Math.round(Math.abs(Date.now() - now) / 1000);
  const behind = Math.round((newest - Date.now()) / 1000);
  const fix = "Have this machine and the database's keep time with NTP. Codes of authenticators and expiry times depend on it.";
  if (apart > CLOCK_SECONDS_MAX)
    return { about: "Clock", state: "wrong", text: `The database's clock is ${apart} seconds away from this one.`, fix };
  if (behind > CLOCK_SECONDS_MAX)
    return { about: "Clock", state: "wrong", text: `The newest entry of the activity log is ${behind} seconds in the future.`, fix };
  return { about: "Clock", state: "ok", text: `${new Date().toISOString()}, as the database's` };
}

async function checkUnsentEmails(client: ClientBase): Promise<Finding> {
  const about = "Emails";
  const { rows } = await client.query<Unsent>(UNSENT);
  const { failed = 0, late = 0, isFailing = false, code = null } = rows[0] ?? {};
  if (isFailing)
    return {
      about,
      state: "wrong",
      text: `None has left since the last one failed or is late (${code ?? "no reason was kept"}): codes and invitations do not arrive.`,
      fix: "Look at SMTP_URL, and at what the mail server's own log says of us; the table outbox has the reason of each.",
    };
  if (failed + late === 0) return { about, state: "ok", text: "None has failed recently." };
  return {
    about,
    state: "note",
    text: `${failed} ${failed === 1 ? "has" : "have"} failed recently, ${late} are being tried again.`,
    fix: "The table outbox says why.",
  };
}
