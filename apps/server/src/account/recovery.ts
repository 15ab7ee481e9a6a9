/** The calls of a forgotten master password, up to the reset: hint, mailed code, proof. Known and unknown emails take the same steps. */
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { recovery as endpoints } from "@coffer/contract/recovery";
import { and, eq } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import { identity, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { type AccountRow, findAccount, normaliseEmail } from "./accounts.ts";
import { logOf, writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { proveCode, sendCode } from "./codes.ts";
import { findDevice, rememberDevice } from "./devices.ts";
import { discardedVaults } from "./discarded-vaults.ts";
import { decryptHint } from "./password-hints.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";
import { entriesForReset, resetPassword } from "./reset.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { toUser } from "./sessions.ts";
import { generateTempToken } from "./temp-tokens.ts";

type Endpoints = typeof endpoints;
type Api = Handlers<Endpoints>;
type Verified = ReplyOf<Endpoints["verifyRecovery"]>;

export function recoveryHandlers(deps: Deps, authHash: AuthHash): Api {
  const forgot: Api["forgotPassword"] = async ({ email, deviceToken }, viewer) => {
    const device = await findDevice(deps, email, deviceToken);
    await deps.limits.count("mailAddress", device ?? viewer.address);
    const known = await findAccount(deps.db, email);
    // The owner's, no matter who asks.
    const language = known?.language ?? viewer.language;
    const sending = { name: "recoveryCode", language, isVoid: known === null, isKnown: device !== null } as const;
    const sent = await sendCode(deps, { purpose: "recovery", email }, sending);
    return { success: true, ...sent };
  };
  return {
    forgotPassword: forgot,
    requestReset: forgot,
    passwordHint: async ({ email, deviceToken }, viewer) => {
      await deps.limits.count("mailAddress", (await findDevice(deps, email, deviceToken)) ?? viewer.address);
      await mailHint(deps, email, viewer);
      return { success: true };
    },
    verifyRecovery: (input, viewer) => verifyRecovery(deps, input, viewer),
    entriesForReset: (_, viewer) => entriesForReset(deps, viewer),
    resetPassword: async (input, viewer) => {
      const run = (): Promise<void> => resetPassword(deps, authHash, input, viewer);
      // A person who starts with an empty vault leaves their team, which affects others.
      await (input.discardItems ? bypassRls("ending", run) : run());
      return { success: true };
    },
    discardedVaults: (_, viewer) => discardedVaults(deps, viewer),
  };
}

/** After three an hour nothing more is sent; the mailbox already has a code, and no one is refused because of what others do. */
async function mailHint(deps: Deps, email: string, { language }: Viewer): Promise<void> {
  if (!(await deps.limits.note("hintSend", normaliseEmail(email)))) return;
  const known = await findAccount(deps.db, email);
  const hint = known && decryptHint(deps, known);
  const to = { to: { email: normaliseEmail(email), language: known?.language ?? language }, isVoid: known === null };
  await deps.db.transaction(async (tx) => {
    if (hint === null) await queueEmail(deps, tx, { name: "noHint", values: {}, ...to });
    else await queueEmail(deps, tx, { name: "hint", values: { hint }, ...to });
  });
}

async function verifyRecovery(deps: Deps, input: ParsedOf<Endpoints["verifyRecovery"]>, viewer: Viewer): Promise<Verified> {
  const { email, mfaCode } = input;
  const device = await findDevice(deps, email, input.deviceToken);
  const asker = device ?? viewer.address;
  await deps.limits.count("codeAddress", asker);
  const proof = { purpose: "recovery", email } as const;
  const answer = { code: input.token, requestId: input.requestId };
  const known = await findAccount(deps.db, email);
  const refuse = async (): Promise<never> => {
    await countRefusedAttempt(deps, logOf(deps, email, known), "recovery.failed");
    throw new AppError("invalid_recovery_code");
  };
  if (!(await proveCode(deps, proof, answer, "check")) || !known) return refuse();
  // The caller can read the mailbox, so this device need not queue behind others to sign in.
  const { deviceToken } = input;
  if (deviceToken !== undefined) await deps.db.transaction((tx) => rememberDevice(deps, tx, known.id, deviceToken));
  if (known.mfa_secret !== null) {
    if (mfaCode === undefined) return { success: true, requiresMfa: true };
    await checkSecondFactor(deps, viewer, known, { code: mfaCode, asker: device ? "known" : "unknown" });
  }
  // Nothing of a disabled account is handed out, including its wrapped keys.
  if (known.disabled_at !== null) throw new AppError("account_disabled");
  // Of two callers who send the same code, only one gets here.
  if (!(await proveCode(deps, proof, answer, "use"))) return refuse();
  await deps.limits.forgive("codeAddress", asker);
  await deps.db.transaction(async (tx) => {
    await queueEmail(deps, tx, { name: "recoveryVerified", to: known, values: {} });
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
