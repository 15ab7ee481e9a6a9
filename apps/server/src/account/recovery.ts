/** Answers the calls of a forgotten master password, up to the reset: hint, mailed code, proof. Known and unknown emails take the same steps. */
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { recovery as endpoints } from "@coffer/contract/recovery";
import { and, eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { identity, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { type AccountRow, findAccount, normaliseEmail } from "./accounts.ts";
import { logOf, writeAudit, writeAuditAlone } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { proveCode, sendCode } from "./codes.ts";
import { discardedVaults } from "./discarded.ts";
import { decryptHint } from "./hints.ts";
import { entriesForReset, resetPassword } from "./reset.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { toUser } from "./sessions.ts";
import { generateTempToken } from "./temp-tokens.ts";

type Endpoints = typeof endpoints;
type Api = Handlers<Endpoints>;
type Verified = ReplyOf<Endpoints["verifyRecovery"]>;

export function recoveryHandlers(deps: Deps, authHash: AuthHash): Api {
  const forgot: Api["forgotPassword"] = async ({ email }, viewer) => {
    await deps.limits.count("mailAddress", viewer.address);
    const known = await findAccount(deps.db, email);
    await sendCode(deps, { purpose: "recovery", email }, "recoveryCode", known === null);
    return { success: true };
  };
  return {
    forgotPassword: forgot,
    requestReset: forgot,
    passwordHint: async ({ email }, viewer) => {
      await deps.limits.count("mailAddress", viewer.address);
      await mailHint(deps, email);
      return { success: true };
    },
    verifyRecovery: (input, viewer) => verifyRecovery(deps, input, viewer),
    entriesForReset: (_, viewer) => entriesForReset(deps.db, viewer),
    resetPassword: async (input, viewer) => {
      await resetPassword(deps, authHash, input, viewer);
      return { success: true };
    },
    discardedVaults: async (_, viewer) => ({ success: true, vaults: await discardedVaults(deps, viewer) }),
  };
}

async function mailHint(deps: Deps, email: string): Promise<void> {
  await deps.limits.count("hintSend", normaliseEmail(email));
  const known = await findAccount(deps.db, email);
  const hint = known && decryptHint(deps, known);
  const to = { to: normaliseEmail(email), isVoid: known === null };
  await deps.db.transaction(async (tx) => {
    if (hint === null) await queueEmail(deps, tx, { name: "noHint", values: {}, ...to });
    else await queueEmail(deps, tx, { name: "hint", values: { hint }, ...to });
  });
}

async function verifyRecovery(deps: Deps, input: ParsedOf<Endpoints["verifyRecovery"]>, viewer: Viewer): Promise<Verified> {
  const { email, token: code, mfaCode } = input;
  await deps.limits.count("codeAddress", viewer.address);
  const proof = { purpose: "recovery", email } as const;
  const known = await findAccount(deps.db, email);
  const refuse = async (): Promise<never> => {
    await writeAuditAlone(deps, viewer, { accountId: logOf(deps, email, known), event: "recovery.failed" });
    throw new AppError("invalid_recovery_code");
  };
  if (!(await proveCode(deps, proof, code, "look")) || !known) return refuse();
  if (known.mfa_secret !== null) {
    if (mfaCode === undefined) return { success: true, requiresMfa: true };
    await checkSecondFactor(deps, viewer, known, mfaCode);
  }
  // Of two who send the same code, one gets here.
  if (!(await proveCode(deps, proof, code, "use"))) return refuse();
  await deps.limits.forgive("codeAddress", viewer.address);
  await deps.db.transaction(async (tx) => {
    await queueEmail(deps, tx, { name: "recoveryVerified", to: known.email, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: known.id, event: "recovery.verified" });
  });
  return recoveryData(deps, known);
}

/** The vault key under the recovery key, and what the client needs to rebuild everything around it; nothing that a guessed password would open. */
async function recoveryData(deps: Deps, known: AccountRow): Promise<Verified> {
  const [keys] = await deps.db
    .select({ publicKey: identity.public_key, encryptedPrivateKey: identity.encrypted_private_key, personal_vault_id: scope.id })
    .from(identity)
    .innerJoin(scope, and(eq(scope.owner_id, identity.account_id), eq(scope.kind, "personal")))
    .where(eq(identity.account_id, known.id));
  if (!keys) throw new Error("An account without identity or personal scope");
  return {
    success: true,
    user: toUser(known),
    tempToken: await generateTempToken(deps, "recovery", known),
    encryptedVaultKey: null,
    encryptedKey: known.encrypted_key,
    credEpoch: known.cred_epoch,
    keyEpoch: known.key_epoch,
    recoveryEpoch: known.recovery_epoch,
    salt: known.salt,
    ...keys,
  };
}
