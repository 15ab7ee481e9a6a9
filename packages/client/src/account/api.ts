/** The account room: every verb on the own account and its sessions. Each is a function of its own in one of these files. */
import { type Bound, bindVerbs } from "../bind.ts";
import { endElsewhere, endIfExpired, invitation, login, logout, register, resume, verifyMasterPassword } from "./account.ts";
import type { AccountContext } from "./context.ts";
import { discardedVaults, restoreDiscarded } from "./discarded.ts";
import { lock, readLockSettings, unlock, writeLockSettings } from "./lock.ts";
import { createProfile, profiles, sendProfileCode, switchProfile, unlinkProfile, verifyProfileCode } from "./profiles.ts";
import { forgotPassword, resetPassword, sendHint, verifyRecovery } from "./recovery.ts";
import { renewAllKeys } from "./renewal.ts";
import {
  audit,
  changeEmail,
  changePassword,
  deleteAccount,
  keepAccount,
  renewRecoveryKey,
  requestEmailChange,
  revokeOtherSessions,
  revokeSession,
  sessions,
} from "./settings.ts";
import {
  acceptMissingSecondFactor,
  disableMfa,
  isSecondFactorMissing,
  requestMfaHelp,
  setupMfa,
  verifyCode,
  verifyMfaSetup,
  watchSignIns,
} from "./two-factor.ts";

const SESSION = { login, register, invitation, logout, verifyMasterPassword, resume, endIfExpired, endElsewhere, lock, unlock };
const RECOVERY = { sendHint, forgotPassword, verifyRecovery, resetPassword, discardedVaults, restoreDiscarded };
const SECOND_FACTOR = {
  verifyCode,
  requestMfaHelp,
  setupMfa,
  verifyMfaSetup,
  disableMfa,
  isSecondFactorMissing,
  acceptMissingSecondFactor,
};
const PROFILES = { profiles, sendProfileCode, verifyProfileCode, createProfile, switchProfile, unlinkProfile };
const CREDENTIALS = { changePassword, requestEmailChange, changeEmail, renewRecoveryKey, renewAllKeys, deleteAccount, keepAccount };
const DEVICES = { sessions, revokeSession, revokeOtherSessions, audit };
const VERBS = { ...SESSION, ...RECOVERY, ...SECOND_FACTOR, ...PROFILES, ...CREDENTIALS, ...DEVICES };
/** What this device does for this account when nobody uses it. */
const LOCK_SETTINGS = { read: readLockSettings, write: writeLockSettings };

export type AccountApi = Bound<typeof VERBS> & { readonly lockSettings: Bound<typeof LOCK_SETTINGS> };

export function accountApi(context: AccountContext): AccountApi {
  watchSignIns(context);
  return { ...bindVerbs(context, VERBS), lockSettings: bindVerbs(context, LOCK_SETTINGS) };
}
