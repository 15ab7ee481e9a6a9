/** The calls of the settings page: devices, master password, email, recovery key, the audit log, account deletion. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { settings as endpoints } from "@coffer/contract/settings";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { audit } from "../db/access-tables.ts";
import { acrossAccounts } from "../db/bypass-row-level-security.ts";
import { account, session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { leaveBeforeClosing } from "../team/leaving.ts";
import { writeRecords } from "../vault/records.ts";
import { closeAccount } from "./account-deletion.ts";
import { endSessions, getAccount, isLive } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { sendCode } from "./codes.ts";
import { changeEmail, changePassword, headAlone, refuseOutdatedCredentials } from "./credentials.ts";
import { renewKeys } from "./key-renewal.ts";
import { lockOwn } from "./password-proof.ts";
import { listRefusedAttempts } from "./refused-attempts.ts";
import { endedAt } from "./session-half.ts";
import { keepAccount } from "./sessions.ts";

type Endpoints = typeof endpoints;
type Api = Handlers<Endpoints>;

/** Rows of the audit log that are shown. */
const SHOWN_EVENTS = 500;

export function settingsHandlers(deps: Deps, authHash: AuthHash): Api {
  return {
    listSessions: listSessions(deps),
    revokeSession: async ({ id }, viewer) => {
      await revoke(deps, viewer, id);
      return { success: true };
    },
    revokeOtherSessions: async (_, viewer) => {
      await deps.db.transaction(async (tx) => {
        await endSessions(tx, viewer.accountId, new Date(deps.now()), viewer.sessionId);
        await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "session.revoked" });
      });
      return { success: true };
    },
    changePassword: async (input, viewer) => ({ success: true, credEpoch: await changePassword(deps, authHash, input, viewer) }),
    requestEmailChange: async ({ email }, viewer) => {
      await deps.limits.count("mailAddress", viewer.address);
      const proof = { purpose: "email", email, callerId: viewer.accountId } as const;
      const { language } = await getAccount(deps.db, viewer.accountId);
      return { success: true, ...(await sendCode(deps, proof, { name: "newEmailCode", language, isVoid: false, isKnown: true })) };
    },
    changeEmail: async (input, viewer) => ({ success: true, credEpoch: await changeEmail(deps, authHash, input, viewer) }),
    recoveryCopy: async (_, viewer) => ({ success: true, encryptedKey: (await getAccount(deps.db, viewer.accountId)).encrypted_key }),
    renewRecoveryKey: async (input, viewer) => ({ success: true, recoveryEpoch: await renewRecoveryKey(deps, input, viewer) }),
    renewKeys: async (input, viewer) => {
      await renewKeys(deps, authHash, input, viewer);
      return { success: true };
    },
    // Reads who else is an administrator.
    deleteAccount: acrossAccounts("ending", async ({ authKey, leaving }, viewer) => ({
      success: true,
      purgedAt: await closeAccount(deps, authHash, authKey, viewer, () => leaveBeforeClosing(deps, viewer, leaving)),
    })),
    keepAccount: async (_, viewer) => {
      await deps.db.transaction(async (tx) => keepAccount(deps, tx, viewer, await getAccount(tx, viewer.accountId, "lock")));
      return { success: true };
    },
    listAudit: listAudit(deps),
  };
}

function listSessions({ db, now }: Deps): Api["listSessions"] {
  return async (_, viewer) => {
    const lastUsed = sql`coalesce(${session.last_used_at}, ${session.created_at})`;
    const rows = await db
      .select()
      .from(session)
      .where(isLive(viewer, new Date(now())))
      .orderBy(desc(lastUsed), desc(session.id));
    const sessions = rows.map(({ id, device, created_at, last_used_at, expires_at }) => ({
      id,
      device,
      createdAt: created_at.getTime(),
      lastUsedAt: (last_used_at ?? created_at).getTime(),
      expiresAt: expires_at.getTime(),
      isCurrent: id === viewer.sessionId,
    }));
    return { success: true, sessions };
  };
}

/** @throws AppError not_found, for foreign, ended and unknown ones alike */
async function revoke(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  const at = new Date(deps.now());
  await deps.db.transaction(async (tx) => {
    const ended = await tx
      .update(session)
      .set(endedAt(at))
      .where(and(eq(session.id, id), isLive(viewer, at)));
    if (ended.rowCount !== 1) throw new AppError("not_found");
    await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "session.revoked" });
  });
}

/** @returns the epoch of the new recovery copy */
async function renewRecoveryKey(deps: Deps, input: ParsedOf<Endpoints["renewRecoveryKey"]>, viewer: Viewer): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await writeRecords(tx, viewer, headAlone(viewer, input), new Date(deps.now()));
    const own = await lockOwn(tx, viewer);
    refuseOutdatedCredentials(own, input.credEpoch);
    const recoveryEpoch = own.recovery_epoch + 1;
    const copy = { encrypted_key: input.encryptedKey, recovery_auth_hash: input.recoveryAuthHash, recovery_epoch: recoveryEpoch };
    await tx.update(account).set(copy).where(eq(account.id, own.id));
    await queueEmail(deps, tx, { name: "recoveryKeyRenewed", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "recovery-key.renewed" });
    return recoveryEpoch;
  });
}

function listAudit(deps: Deps): Api["listAudit"] {
  return async (_, viewer) => {
    const isTheirs = eq(audit.account_id, viewer.accountId);
    const rows = await deps.db.select().from(audit).where(isTheirs).orderBy(desc(audit.seq)).limit(SHOWN_EVENTS);
    const events = rows.map(({ account_id: _, at, ...row }) => ({ at: at.getTime(), ...row }));
    return { success: true, events, refused: await listRefusedAttempts(deps, viewer) };
  };
}
