/** Sessions: made here and nowhere else. A token names one; the row says whether it is still live. */
import { randomUUID } from "node:crypto";
import type { SessionData } from "@coffer/contract/account";
import type { AuditEvent } from "@coffer/contract/audit";
import { AppError } from "@coffer/contract/errors";
import { SESSION_HOURS } from "@coffer/core/constants";
import { and, eq, inArray } from "drizzle-orm";
import { SignJWT } from "jose";
import { permissionsOf, type Viewer } from "../access.ts";
import { audit } from "../db/access-tables.ts";
import type { Tx } from "../db/connect.ts";
import { account, identity, scope, session } from "../db/tables.ts";
import { role } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { momentInEmail } from "../mail/phrases.ts";
import { type AccountRow, getAccount } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import { rememberDevice } from "./devices.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";
import { checkSecondFactor, type GivenCode } from "./second-factor.ts";

/** Tells a session's token from tokens made for one purpose. */
export const SESSION_AUDIENCE = "session";

export interface SignIn {
  /** As it was when the caller's identity was proven. */
  readonly account: AccountRow;
  readonly event: Extract<AuditEvent, "login.done" | "login.passkey" | "profile.switched">;
  /** Of the second factor, once it was asked for. */
  readonly code?: string | undefined;
  /** It has just verified its user: that is a second factor. */
  readonly passkeyId?: string;
  /** Runs in the same transaction, once there is a session. */
  readonly also?: (tx: Tx) => Promise<void>;
  /** Whether a device that has signed in before asks. */
  readonly isKnown?: boolean;
  /** Of the device; it is known from then on. */
  readonly deviceToken?: string | undefined;
}

/**
 * The only way to a session: every sign-in ends here, so a second factor is asked for here.
 * @returns null when the account has a second factor and no code came
 * @throws AppError invalid_mfa_code, account_disabled, rate_limited; invalid_credentials when the account changed in between
 */
export async function mintSession(
  deps: Deps,
  viewer: Viewer,
  { account: seen, event, code, passkeyId, also, isKnown = false, deviceToken }: SignIn,
): Promise<SessionData | null> {
  if (seen.mfa_secret !== null && passkeyId === undefined) {
    if (code === undefined) return null;
    await checkCode(deps, viewer, seen, { code, asker: isKnown ? "known" : "unknown" });
  }
  const sessionId = randomUUID();
  const data = await deps.db.transaction(async (tx) => {
    const current = await getAccount(tx, seen.id, "lock");
    // The password or the second factor changed since it was checked: then nothing that was proven counts.
    if (current.cred_epoch !== seen.cred_epoch || (current.mfa_secret === null) !== (seen.mfa_secret === null))
      throw new AppError("invalid_credentials");
    if (current.disabled_at !== null) throw new AppError("account_disabled");
    // The link of another profile proves that profile, and a passkey itself; the master password of this one was not given.
    const provenAt = event === "login.done" ? new Date(deps.now()) : null;
    const deviceId = deviceToken === undefined ? null : await rememberDevice(deps, tx, current.id, deviceToken);
    const token = await insertSession(deps, tx, viewer, {
      id: sessionId,
      account_id: current.id,
      proven_at: provenAt,
      device_id: deviceId,
      passkey_id: passkeyId,
    });
    const isKept = await keepAccount(deps, tx, viewer, current);
    await mailNewDevice(deps, tx, viewer, { ...current, isNews: passkeyId !== undefined && !isKnown });
    await setLanguage(tx, viewer, current);
    await writeAudit(deps, tx, viewer, { accountId: current.id, event });
    await also?.(tx);
    return { ...(await sessionData(tx, current, token)), ...(isKept && { deletion_taken_back: true as const }) };
  });
  deps.log.info("session.minted", { accountId: seen.id, sessionId });
  return data;
}

async function checkCode(deps: Deps, viewer: Viewer, seen: AccountRow, given: GivenCode): Promise<void> {
  try {
    await checkSecondFactor(deps, viewer, seen, given);
  } catch (error) {
    if (error instanceof AppError) await countRefusedAttempt(deps, seen.id, "login.code-failed");
    throw error;
  }
}

type NewSession = Pick<typeof session.$inferInsert, "id" | "account_id" | "proven_at" | "device_id" | "passkey_id">;

async function insertSession(deps: Deps, tx: Tx, { device }: Viewer, row: NewSession): Promise<string> {
  const createdAt = deps.now();
  const expiresAt = createdAt + SESSION_HOURS * 3_600_000;
  await tx.insert(session).values({ ...row, created_at: new Date(createdAt), expires_at: new Date(expiresAt), device });
  return new SignJWT({ sid: row.id })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(row.account_id)
    .setAudience(SESSION_AUDIENCE)
    .setIssuedAt(Math.floor(createdAt / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(deps.secrets.token);
}

/** Signing in cancels a requested deletion. @returns whether there was one */
export async function keepAccount(deps: Deps, tx: Tx, viewer: Viewer, { id, purge_at }: AccountRow): Promise<boolean> {
  if (purge_at === null) return false;
  await tx.update(account).set({ purge_at: null }).where(eq(account.id, id));
  await writeAudit(deps, tx, viewer, { accountId: id, event: "account.kept" });
  return true;
}

/** From now on: of this sign-in itself the owner was told in the language that was theirs, and not in that of a thief. */
async function setLanguage(tx: Tx, { language }: Viewer, { id, language: before }: AccountRow): Promise<void> {
  if (language !== before) await tx.update(account).set({ language }).where(eq(account.id, id));
}

/**
 * The audit log remembers the devices of a year; the first one of an account is no news.
 * @param to.isNews - whatever the device calls itself: a thief of a synced passkey needs no password, and many computers call themselves the same
 */
async function mailNewDevice(deps: Deps, tx: Tx, viewer: Viewer, to: AccountRow & { readonly isNews: boolean }): Promise<void> {
  const { id, language, isNews } = to;
  const isSignIn = and(eq(audit.account_id, id), inArray(audit.event, ["login.done", "login.passkey", "profile.switched"]));
  const seen = await tx.selectDistinct({ device: audit.device }).from(audit).where(isSignIn);
  if (!isNews && (seen.length === 0 || seen.some((row) => row.device === viewer.device))) return;
  await queueEmail(deps, tx, { name: "newDevice", to, values: momentInEmail(viewer, deps.now(), language) });
}

async function sessionData(tx: Tx, account: AccountRow, token: string): Promise<SessionData> {
  const [row] = await tx
    .select({ identity, role, scopeId: scope.id })
    .from(identity)
    .innerJoin(role, eq(role.id, account.role_id))
    .innerJoin(scope, and(eq(scope.owner_id, identity.account_id), eq(scope.kind, "personal")))
    .where(eq(identity.account_id, account.id));
  if (!row) throw new Error("An account without identity or personal scope");
  return {
    encryptedVaultKey: account.encrypted_vault_key,
    user: toUser(account),
    token,
    role_id: account.role_id,
    permissions: permissionsOf(row.role),
    team_id: account.team_id,
    personal_vault_id: row.scopeId,
    credEpoch: account.cred_epoch,
    keyEpoch: account.key_epoch,
    publicKey: row.identity.public_key,
    encryptedPrivateKey: row.identity.encrypted_private_key,
  };
}

export const toUser = ({ id, email, name, mfa_secret }: AccountRow): SessionData["user"] => ({
  id,
  email,
  name,
  two_factor_enabled: mfa_secret !== null,
});
