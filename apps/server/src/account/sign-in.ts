/** The calls of the sign-in. Known and unknown emails are answered alike, and equally slowly. */
import type { account as endpoints } from "@coffer/contract/account";
import type { AuditEvent, RefusedEvent } from "@coffer/contract/audit";
import { AppError } from "@coffer/contract/errors";
import type { twoFactor } from "@coffer/contract/two-factor";
import { eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { session } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { hashedAddress, hmac } from "../secrets.ts";
import { findAccount, normaliseEmail } from "./accounts.ts";
import { logOf, writeAudit, writeAuditAlone } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { findDevice } from "./devices.ts";
import { proveMasterPassword } from "./password-proof.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";
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
  return async ({ email, authKey, deviceToken }, viewer) => {
    const device = await findDevice(deps, email, deviceToken);
    const attempt = await beginAttempt(deps, normaliseEmail(email), device, viewer.address);
    const known = await findAccount(deps.db, email);
    if (!(await authHash.matches(known?.auth_hash ?? null, authKey)) || !known) {
      await countRefusedAttempt(deps, logOf(deps, email, known), "login.failed");
      deps.log.info("login.refused", { accountId: known?.id ?? null, address: hashedAddress(deps.secrets, viewer.address) });
      throw new AppError("invalid_credentials");
    }
    await attempt.forgive();
    const data = await mintSession(deps, viewer, { account: known, event: "login.done", deviceToken });
    if (data) return { success: true, data };
    return { success: true, requiresMfa: true, tempToken: await generateTempToken(deps, "mfa", known) };
  };
}

interface Attempt {
  /** It was right: it is not counted. */
  readonly forgive: () => Promise<void>;
}

/** A device that has signed in before has its own attempts; all others are counted by address, and queue where an account is tried often. @throws RateLimitedError */
async function beginAttempt({ limits, signIns }: Deps, email: string, device: string | null, address: string): Promise<Attempt> {
  if (device !== null) {
    await limits.count("loginDevice", device);
    return { forgive: () => limits.forgive("loginDevice", device) };
  }
  const pair = `${email}\n${address}`;
  await limits.count("loginAddress", address);
  await limits.count("login", pair);
  try {
    await signIns.enter(email, address);
  } catch (error) {
    // Nothing was checked: having to wait is no wrong answer.
    await limits.forgive("login", pair);
    throw error;
  }
  return {
    forgive: async () => {
      await limits.forgive("loginAddress", address);
      await limits.forgive("login", pair);
      await signIns.forgive(email);
    },
  };
}

function verifyMfa(deps: Deps): Api["verifyMfa"] {
  return async ({ code, tempToken, deviceToken }, viewer) => {
    const known = await readTempToken(deps, "mfa", tempToken);
    const device = known && (await findDevice(deps, known.email, deviceToken));
    const asker = device ?? viewer.address;
    await deps.limits.count("codeAddress", asker);
    const signIn = { event: "login.done", code, isKnown: device !== null, deviceToken } as const;
    const data = known && (await mintSession(deps, viewer, { account: known, ...signIn }));
    if (!data) throw new AppError("temp_token_expired");
    await deps.limits.forgive("codeAddress", asker);
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
} as const satisfies Record<string, { right: AuditEvent; wrong: RefusedEvent }>;

function verifyMasterPassword(deps: Deps, authHash: AuthHash): Api["verifyMasterPassword"] {
  return async ({ authKey, reason }, viewer) => {
    const isValid = await proveMasterPassword(deps, authHash, viewer, authKey);
    const events = PROOF_EVENTS[reason];
    if (isValid) await writeAuditAlone(deps, viewer, { accountId: viewer.accountId, event: events.right });
    else await countRefusedAttempt(deps, viewer.accountId, events.wrong);
    return { success: true, isValid };
  };
}
