/** Answers the calls of the sign-in. Known and unknown emails are answered alike, and as slowly. */
import type { account as endpoints } from "@coffer/contract/account";
import type { AuditEvent } from "@coffer/contract/audit";
import { AppError } from "@coffer/contract/errors";
import type { twoFactor } from "@coffer/contract/two-factor";
import { eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { hmac } from "../secrets.ts";
import { findAccount, normaliseEmail } from "./accounts.ts";
import { logOf, writeAudit, writeAuditAlone } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { proveMasterPassword } from "./password-proof.ts";
import { endedAt } from "./session-half.ts";
import { mintSession } from "./sessions.ts";
import { generateTempToken, readTempToken } from "./temp-tokens.ts";

type Api = Pick<Handlers<typeof endpoints & typeof twoFactor>, "prelogin" | "login" | "verifyMfa" | "logout" | "verifyMasterPassword">;

export function signInHandlers(deps: Deps, authHash: AuthHash): Api {
  return {
    prelogin: prelogin(deps),
    login: login(deps, authHash),
    verifyMfa: verifyMfa(deps),
    logout: async (_, viewer) => {
      await logout(deps, viewer);
      return { success: true };
    },
    verifyMasterPassword: verifyMasterPassword(deps, authHash),
  };
}

function prelogin({ db, secrets }: Deps): Api["prelogin"] {
  return async ({ email }) => {
    // Computed in both cases, so that both take as long.
    const decoy = hmac(secrets.prelogin, normaliseEmail(email)).subarray(0, 16).toString("hex");
    const known = await findAccount(db, email);
    return { kdfId: known?.kdf_id ?? 1, salt: known?.salt ?? decoy };
  };
}

function login(deps: Deps, authHash: AuthHash): Api["login"] {
  return async ({ email, authKey }, viewer) => {
    const pair = `${normaliseEmail(email)}\n${viewer.address}`;
    await deps.limits.count("loginAddress", viewer.address);
    await deps.limits.count("login", pair);
    const known = await findAccount(deps.db, email);
    if (!(await authHash.matches(known?.auth_hash ?? null, authKey)) || !known) {
      await writeAuditAlone(deps, viewer, { accountId: logOf(deps, email, known), event: "login.failed" });
      deps.log.info("login.refused", { accountId: known?.id ?? null });
      throw new AppError("invalid_credentials");
    }
    await deps.limits.forgive("loginAddress", viewer.address);
    await deps.limits.forgive("login", pair);
    const data = await mintSession(deps, viewer, { account: known, event: "login.done" });
    if (data) return { success: true, data };
    return { success: true, requiresMfa: true, tempToken: await generateTempToken(deps, "mfa", known) };
  };
}

function verifyMfa(deps: Deps): Api["verifyMfa"] {
  return async ({ code, tempToken }, viewer) => {
    await deps.limits.count("codeAddress", viewer.address);
    const known = await readTempToken(deps, "mfa", tempToken);
    const data = known && (await mintSession(deps, viewer, { account: known, event: "login.done", code }));
    if (!data) throw new AppError("temp_token_expired");
    await deps.limits.forgive("codeAddress", viewer.address);
    return { success: true, data };
  };
}

async function logout(deps: Deps, viewer: Viewer): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx
      .update(session)
      .set(endedAt(new Date(deps.now())))
      .where(eq(session.id, viewer.sessionId));
    await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "logout" });
  });
}

/** An export leaves with everything, so it has words of its own in the audit log. */
const PROOF_EVENTS = {
  export: { right: "export.verified", wrong: "export.refused" },
  change: { right: "proof.given", wrong: "proof.refused" },
} as const satisfies Record<string, Record<string, AuditEvent>>;

function verifyMasterPassword(deps: Deps, authHash: AuthHash): Api["verifyMasterPassword"] {
  return async ({ authKey, reason }, viewer) => {
    const isValid = await proveMasterPassword(deps, authHash, viewer, authKey);
    const events = PROOF_EVENTS[reason];
    await writeAuditAlone(deps, viewer, { accountId: viewer.accountId, event: isValid ? events.right : events.wrong });
    return { success: true, isValid };
  };
}
