/** Removes what is no longer needed. Every hour, by one process of all; each task fails alone. */
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { sql } from "drizzle-orm";
import { purgeAccounts } from "../account/account-deletion.ts";
import { purgeAudit } from "../account/audit.ts";
import { purgeCodes } from "../account/codes.ts";
import { purgeDevices } from "../account/devices.ts";
import { purgeChallenges } from "../account/passkey-challenges.ts";
import { purgeRefusedAttempts } from "../account/refused-attempts.ts";
import { purgeHalves } from "../account/session-half.ts";
import { withoutTimeLimit } from "../db/untimed.ts";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { OUTBOX_KEPT_MS, purgeOutbox } from "../mail/outbox.ts";
import { purgeOutboxFolder } from "../mail/transports.ts";
import { purgeInvitations } from "../team/invitations.ts";
import { countStorage } from "../team/storage.ts";
import { purgeImports } from "../transfer/imports.ts";
import { purgePlaces } from "../vault/earlier-places.ts";
import { emptyTrash } from "../vault/statements.ts";
import { purgeVersions } from "../vault/versions.ts";
import { workHourly } from "./hourly.ts";

const daysBack = (now: number, ms: number): Date => new Date(now - ms);

/** By name, for the log. */
const TASKS: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  imports: ({ db, now }) => purgeImports(db, now()),
  limits: ({ limits }) => limits.purge(),
  attempts: ({ attempts }) => attempts.purge(),
  signIns: ({ signIns }) => signIns.purge(),
  devices: ({ db, now }) => purgeDevices(db, now()),
  refused: ({ db, now }) => purgeRefusedAttempts(db, now()),
  challenges: ({ db, now }) => purgeChallenges(db, now()),
  codes: ({ db, now }) => purgeCodes(db, now()),
  sessions: ({ db, now }) =>
    db.execute(sql`delete from session where revoked_at is not null or expires_at <= ${new Date(now())}::timestamptz`),
  halves: ({ db, now }) => purgeHalves(db, now()),
  trash: ({ db, now }) => emptyTrash(db, daysBack(now(), DELETED_KEPT_MS)),
  versions: ({ db, now }) => purgeVersions(db, now()),
  places: ({ db, now }) => purgePlaces(db, now()),
  discarded: ({ db, now }) =>
    db.execute(sql`delete from discarded_vault where discarded_at <= ${daysBack(now(), DELETED_KEPT_MS)}::timestamptz`),
  invitations: ({ db, now }) => purgeInvitations(db, now()),
  outbox: ({ db, now }) => purgeOutbox(db, now()),
  outboxFolder: async ({ config, now }) => purgeOutboxFolder(config, now() - OUTBOX_KEPT_MS),
  accounts: purgeAccounts,
  teamStorage: ({ db }) => withoutTimeLimit(db, countStorage),
  audit: purgeAudit,
};

export async function purge(deps: Deps): Promise<void> {
  for (const [task, run] of Object.entries(TASKS)) {
    await run(deps).catch((error: unknown) => deps.log.error("purge.failed", { task, ...errorFields(error) }));
  }
}

/** @returns what stops it */
export const purgeHourly = (deps: Deps): Promise<() => void> => workHourly(deps, "purge", () => purge(deps));
