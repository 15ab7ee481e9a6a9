/** The part of the account feature that every session needs; the rest is in account-feature.ts. Each function is in one of these files. */
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import type { AccountContext } from "./context.ts";
import { keepAlive, lock, readLockSettings, unlock, writeLockSettings } from "./lock.ts";
import { endElsewhere, endIfExpired, login, logout, resume } from "./login-logout.ts";
import { prove } from "./password-proof.ts";
import { hasUnsavedKit, kitSaved, unsavedKit } from "./recovery-kit.ts";
import { isSecondFactorMissing } from "./second-factor-check.ts";

const SESSION = { login, logout, prove, resume, endIfExpired, endElsewhere, lock, unlock, keepAlive };
/** Asked after each sign-in. */
const NOTICES = { hasUnsavedKit, unsavedKit, kitSaved, isSecondFactorMissing };
const VERBS = { ...SESSION, ...NOTICES };
/** When this device locks by itself. */
const LOCK_SETTINGS = { read: readLockSettings, write: writeLockSettings };

export type EagerAccountApi = Bound<typeof VERBS> & { readonly lockSettings: Bound<typeof LOCK_SETTINGS> };

export function eagerAccountApi(context: AccountContext): EagerAccountApi {
  return { ...bindVerbs(context, VERBS), lockSettings: bindVerbs(context, LOCK_SETTINGS) };
}
