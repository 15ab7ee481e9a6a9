/** The account room, as far as every session needs it; the rest is in account-feature.ts. Each verb is a function of its own in one of these files. */
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import type { AccountContext } from "./context.ts";
import { keepAlive, lock, readLockSettings, unlock, writeLockSettings } from "./lock.ts";
import { endElsewhere, endIfExpired, login, logout, resume, verifyMasterPassword } from "./login-logout.ts";
import { prove } from "./password-proof.ts";
import { hasUnsavedKit, kitSaved, unsavedKit } from "./recovery-kit.ts";
import { acceptMissingSecondFactor, isSecondFactorMissing } from "./second-factor-check.ts";

const SESSION = { login, logout, verifyMasterPassword, prove, resume, endIfExpired, endElsewhere, lock, unlock, keepAlive };
/** Asked after each sign-in. */
const NOTICES = { hasUnsavedKit, unsavedKit, kitSaved, isSecondFactorMissing, acceptMissingSecondFactor };
const VERBS = { ...SESSION, ...NOTICES };
/** What this device does for this account when nobody uses it. */
const LOCK_SETTINGS = { read: readLockSettings, write: writeLockSettings };

export type EagerAccountApi = Bound<typeof VERBS> & { readonly lockSettings: Bound<typeof LOCK_SETTINGS> };

export function eagerAccountApi(context: AccountContext): EagerAccountApi {
  return { ...bindVerbs(context, VERBS), lockSettings: bindVerbs(context, LOCK_SETTINGS) };
}
