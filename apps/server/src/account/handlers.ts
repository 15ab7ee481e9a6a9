/** Answers the account room: sign-in, registration, the session. Known and unknown e-mails are answered alike, and as slowly. */
import type { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { eq } from "drizzle-orm";
import { SUPER_ADMIN } from "../access.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { encryptForServer, hmac } from "../secrets.ts";
import { forgetFirstAdminLink } from "../team/first-admin.ts";
import { getInvitation, invitationView, useInvitation } from "../team/invitations.ts";
import { VERSION } from "../version.ts";
import { findAccount, insertAccount, normaliseEmail, type Registration } from "./accounts.ts";
import { type AuthHash, createAuthHash } from "./auth-hash.ts";
import { mintSession, revokeSession } from "./sessions.ts";

type Room = Handlers<typeof api.account>;

export function accountHandlers(deps: Deps): Room {
  const authHash = createAuthHash(deps.secrets.pepper);
  return {
    prelogin: prelogin(deps),
    login: login(deps, authHash),
    register: async (input) => {
      await register(deps, authHash, input);
      return { success: true, message: "Registration successful" };
    },
    logout: async (_, viewer) => {
      await revokeSession(deps, viewer.sessionId);
      return { success: true };
    },
    verifyMasterPassword: verifyMasterPassword(deps, authHash),
    validateInvitation: async ({ token }) => ({ success: true, invitation: await invitationView(deps, token) }),
    status: async () => ({ success: true, maintenance: false, message: "", version: VERSION }),
  };
}

function prelogin({ db, secrets }: Deps): Room["prelogin"] {
  return async ({ email }) => {
    // Computed in both cases, so that both take as long.
    const decoy = hmac(secrets.prelogin, normaliseEmail(email)).subarray(0, 16).toString("hex");
    const known = await findAccount(db, email);
    return { kdfId: known?.kdf_id ?? 1, salt: known?.salt ?? decoy };
  };
}

function login(deps: Deps, authHash: AuthHash): Room["login"] {
  return async ({ email, authKey }, viewer) => {
    const pair = `${normaliseEmail(email)}\n${viewer.address}`;
    await deps.limits.count("loginAddress", viewer.address);
    await deps.limits.count("login", pair);
    const known = await findAccount(deps.db, email);
    if (!(await authHash.matches(known?.auth_hash ?? null, authKey)) || !known) {
      deps.log.info("login.refused", { accountId: known?.id ?? null });
      throw new AppError("invalid_credentials");
    }
    await deps.limits.forgive("loginAddress", viewer.address);
    await deps.limits.forgive("login", pair);
    return mintSession(deps, known);
  };
}

async function register(deps: Deps, authHash: AuthHash, input: Registration): Promise<void> {
  const at = new Date(deps.now());
  // Looked at before the costly hash, and again inside the transaction, where it is used up.
  await getInvitation(deps.db, input.token, at, "look");
  const { accountId, masterPasswordHint } = input;
  const hash = await authHash.create(input.authKey);
  const hint = masterPasswordHint ? encryptForServer(deps.secrets.hint, accountId, masterPasswordHint) : null;
  const roleId = await deps.db.transaction(async (tx) => {
    const invitation = await getInvitation(tx, input.token, at, "lock");
    if (invitation.email !== null && invitation.email !== normaliseEmail(input.email)) throw new AppError("invitation_email_mismatch");
    const { role_id, team_id } = invitation;
    await insertAccount(tx, { registration: input, roleId: role_id, teamId: team_id, authHash: hash, hint, at });
    await useInvitation(tx, invitation, accountId, at);
    return role_id;
  });
  deps.log.info("account.registered", { accountId });
  if (roleId === SUPER_ADMIN) forgetFirstAdminLink(deps.config.dataDir);
}

function verifyMasterPassword(deps: Deps, authHash: AuthHash): Room["verifyMasterPassword"] {
  return async ({ authKey }, viewer) => {
    await deps.limits.count("verifyMasterPassword", viewer.accountId);
    const [row] = await deps.db.select({ hash: account.auth_hash }).from(account).where(eq(account.id, viewer.accountId));
    const isValid = await authHash.matches(row?.hash ?? null, authKey);
    if (isValid) await deps.limits.forgive("verifyMasterPassword", viewer.accountId);
    return { success: true, isValid };
  };
}
