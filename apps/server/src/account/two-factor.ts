/** The calls that set up, turn off and remove the second factor, and the request for help with it. */
import { AppError } from "@coffer/contract/errors";
import type { twoFactor as endpoints } from "@coffer/contract/two-factor";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { isWithin, SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, isNull, ne, or } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { permissionsOf, type Viewer } from "../access.ts";
import { acrossAccounts } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { hasAgreed } from "../db/definer-functions.ts";
import { account } from "../db/tables.ts";
import { role } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import type { Recipient } from "../mail/recipient.ts";
import { decryptForServer, encryptForServer } from "../secrets.ts";
import { getActor, getAdministeredAccount } from "../team/authorization.ts";
import { type AccountRow, endLinks, endPasskeys, endSessions, getAccount, normaliseEmail } from "./accounts.ts";
import { writeAudit, writeAuditWithOthers } from "./audit.ts";
import { checkSecondFactor, generateRecoveryCodes, hashRecoveryCode, stepOf, TOTP_FORM } from "./second-factor.ts";
import { readTempToken } from "./temp-tokens.ts";
import { readUndoToken, undoLink } from "./two-factor-undo-link.ts";

type Api = Omit<Handlers<typeof endpoints>, "verifyMfa">;

const SECRET_BYTES = 20;
/** Base32 of at least 160 bits (decision S-03). */
const GOOD_SECRET = /^[A-Z2-7]{32,128}$/;
const OFF = { mfa_secret: null, mfa_pending: null, mfa_last_step: null, mfa_recovery_hashes: [] } as const;

export function twoFactorHandlers(deps: Deps): Api {
  return {
    setupMfa: setup(deps),
    verifyMfaSetup: verifySetup(deps),
    undoMfa: async ({ undoToken }, viewer) => {
      await deps.limits.count("codeAddress", viewer.address);
      await undo(deps, viewer, undoToken);
      await deps.limits.forgive("codeAddress", viewer.address);
      return { success: true };
    },
    disableMfa: async ({ code }, viewer) => {
      await disable(deps, viewer, code);
      return { success: true };
    },
    removeMfa: acrossAccounts("ending", async ({ userId }, viewer) => {
      await remove(deps, viewer, userId);
      return { success: true };
    }),
    requestMfaHelp: async ({ email, message, tempToken }, viewer) => {
      await requestHelp(deps, viewer, { email, message, tempToken: tempToken ?? "" });
      return { success: true };
    },
  };
}

function setup(deps: Deps): Api["setupMfa"] {
  return async ({ secret: given }, viewer) => {
    const own = await getAccount(deps.db, viewer.accountId);
    if (own.mfa_secret !== null) throw new AppError("mfa_already_on");
    const secret = given !== undefined && GOOD_SECRET.test(given) ? given : new Secret({ size: SECRET_BYTES }).base32;
    await deps.db
      .update(account)
      .set({ mfa_pending: encryptForServer(deps.secrets.totp, own.id, secret) })
      .where(and(eq(account.id, own.id), isNull(account.mfa_secret)));
    const totp = new TOTP({ ...TOTP_FORM, issuer: PRODUCT_NAME, label: own.email, secret: Secret.fromBase32(secret) });
    // Loaded when a user sets a second factor up: the server starts without it.
    const { toDataURL } = await import("qrcode");
    return { success: true, qrCodeUrl: await toDataURL(totp.toString(), { margin: 1, width: 240 }), secret };
  };
}

function verifySetup(deps: Deps): Api["verifyMfaSetup"] {
  return async ({ code }, viewer) => {
    await deps.limits.count("mfaSetup", viewer.accountId);
    const recoveryCodes = generateRecoveryCodes();
    await deps.db.transaction(async (tx) => {
      const own = await getAccount(tx, viewer.accountId, "lock");
      if (own.mfa_pending === null) throw new AppError("mfa_not_pending");
      const step = stepOf(decryptForServer(deps.secrets.totp, own.id, own.mfa_pending), code, deps.now());
      if (step === null) throw new AppError("invalid_code");
      const hashes = recoveryCodes.map((text) => hashRecoveryCode(deps, own.id, text));
      await tx
        .update(account)
        .set({ mfa_secret: own.mfa_pending, mfa_pending: null, mfa_last_step: step, mfa_recovery_hashes: hashes })
        .where(eq(account.id, own.id));
      // A device that signed in without a code would stay in without one.
      await endSessions(tx, own.id, new Date(deps.now()), viewer.sessionId);
      const link = await undoLink(deps, { ...own, mfa_secret: own.mfa_pending });
      await queueEmail(deps, tx, { name: "mfaOn", to: own, values: { link } });
      await writeAudit(deps, tx, viewer, { accountId: own.id, event: "mfa.on" });
    });
    await deps.limits.forgive("mfaSetup", viewer.accountId);
    return { success: true, recoveryCodes };
  };
}

async function disable(deps: Deps, viewer: Viewer, code: string): Promise<void> {
  const own = await getAccount(deps.db, viewer.accountId);
  if (own.mfa_secret === null) throw new AppError("mfa_not_on");
  await checkSecondFactor(deps, viewer, own, { code, asker: "session", refusal: "invalid_code" });
  await deps.db.transaction(async (tx) => {
    await turnOff(tx, own.id);
    await queueEmail(deps, tx, { name: "mfaOff", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: "mfa.off" });
  });
}

/** Links stay: switching to this account asks for its code as long as it has a second factor (security design §7). */
async function turnOff(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(account)
    .set({ ...OFF, mfa_recovery_hashes: [] })
    .where(eq(account.id, accountId));
}

/** Without the consent of the person who set it up: so everything that may be in other hands ends too. */
export async function removeSecondFactor(deps: Deps, tx: Tx, accountId: string): Promise<void> {
  await turnOff(tx, accountId);
  await endLinks(tx, accountId);
  await endPasskeys(tx, accountId);
  await endSessions(tx, accountId, new Date(deps.now()));
}

/** The mailbox is enough proof here: the account began with it, and a second factor of the last day locks out no owner who had one before. */
async function undo(deps: Deps, viewer: Viewer, undoToken: string): Promise<void> {
  const { id, mfa_secret } = await readUndoToken(deps, undoToken);
  await deps.db.transaction(async (tx) => {
    const own = await getAccount(tx, id, "lock");
    if (own.mfa_secret !== mfa_secret) throw new AppError("undo_link_invalid");
    await removeSecondFactor(deps, tx, id);
    await queueEmail(deps, tx, { name: "mfaUndone", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: id, event: "mfa.undone" });
  });
  deps.log.info("mfa.undone", { accountId: id });
}

async function remove(deps: Deps, viewer: Viewer, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const actor = await getActor(tx, viewer);
    const target = await getAdministeredAccount(tx, actor, userId, "removeSecondFactor");
    // Otherwise anyone who may add accounts could remove the second factor of any account, without its owner's consent.
    if (!actor.isSuper && !(await hasAgreed(tx, target.id))) throw new AppError("added_unasked");
    if (target.mfa_secret === null) return;
    await removeSecondFactor(deps, tx, target.id);
    await queueEmail(deps, tx, { name: "mfaRemoved", to: target, values: {} });
    const events = [
      { accountId: target.id, event: "mfa.removed" },
      { accountId: viewer.accountId, event: "mfa.removed-for-other" },
    ] as const;
    await writeAuditWithOthers(deps, tx, viewer, ...events);
  });
  deps.log.info("mfa.removed", { accountId: userId, byId: viewer.accountId });
}

interface HelpRequest {
  readonly email: string;
  readonly message: string;
  readonly tempToken: string;
}

/**
 * Only a caller who has given the master password is heard (decision S-06); all others get the same answer.
 * @throws AppError rate_limited; nobody_to_help, to the sole administrator for one
 */
async function requestHelp(deps: Deps, viewer: Viewer, { email, message, tempToken }: HelpRequest): Promise<void> {
  const asking = await readTempToken(deps, "mfa", tempToken);
  if (asking?.email !== normaliseEmail(email)) return deps.limits.count("mfaHelpAddress", viewer.address);
  await deps.limits.count("mfaHelp", asking.id);
  const reached = await deps.db.transaction(async (tx) => {
    const administrators = await administratorsOf(tx, asking);
    for (const to of administrators) {
      await queueEmail(deps, tx, { name: "helpRequest", to, values: { email: asking.email, message } });
    }
    await writeAudit(deps, tx, viewer, { accountId: asking.id, event: "mfa.help-requested" });
    return administrators.length;
  });
  if (reached === 0) throw new AppError("nobody_to_help");
}

/** Holders of the first role, and members with the permission to remove members (decision N-32), if they could remove this account's second factor. */
async function administratorsOf(tx: Tx, { id, team_id, role_id }: AccountRow): Promise<Recipient[]> {
  const [own] = await tx.select().from(role).where(eq(role.id, role_id));
  const mayTeam = role_id !== SUPER_ADMIN && team_id !== null && (await hasAgreed(tx, id));
  const isOfTeam = mayTeam ? and(eq(account.team_id, team_id), eq(role.remove_members, true)) : undefined;
  const found = await tx
    .select({ email: account.email, language: account.language, role })
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(and(ne(account.id, id), isNull(account.disabled_at), or(eq(role.id, SUPER_ADMIN), isOfTeam)));
  return found.filter((one) => own && isWithin(permissionsOf(own), permissionsOf(one.role)));
}
