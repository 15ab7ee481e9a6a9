/** The account room, as far as every session needs it; the rest is in account-room.ts. Each verb is a function of its own in one of these files. */
import { type Bound, bindVerbs } from "../bind.ts";
import { endElsewhere, endIfExpired, login, logout, resume, verifyMasterPassword } from "./account.ts";
import type { AccountContext } from "./context.ts";
import { acceptMissingSecondFactor, isSecondFactorMissing } from "./expected-factor.ts";
import { hasUnsavedKit, kitSaved, unsavedKit } from "./kit.ts";
import { lock, readLockSettings, signOfLife, unlock, writeLockSettings } from "./lock.ts";
import { prove } from "./proof.ts";

const SESSION = { login, logout, verifyMasterPassword, prove, resume, endIfExpired, endElsewhere, lock, unlock, signOfLife };
/** Asked after each sign-in. */
const NOTICES = { hasUnsavedKit, unsavedKit, kitSaved, isSecondFactorMissing, acceptMissingSecondFactor };
const VERBS = { ...SESSION, ...NOTICES };
/** What this device does for this account when nobody uses it. */
const LOCK_SETTINGS = { read: readLockSettings, write: writeLockSettings };

export type EarlyAccountApi = Bound<typeof VERBS> & { readonly lockSettings: Bound<typeof LOCK_SETTINGS> };

export function earlyAccountApi(context: AccountContext): EarlyAccountApi {
  return { ...bindVerbs(context, VERBS), lockSettings: bindVerbs(context, LOCK_SETTINGS) };
}
