/** The account room: every verb on the own account and its sessions. Each is a function of its own in one of these files. */
import { type Bound, bindVerbs } from "../bind.ts";
import { endElsewhere, endIfExpired, invitation, login, logout, register, resume, verifyMasterPassword } from "./account.ts";
import { audit } from "./audit.ts";
import type { AccountContext } from "./context.ts";
import { discardedVaults, restoreDiscarded } from "./discarded.ts";
import { acceptMissingSecondFactor, isSecondFactorMissing } from "./expected-factor.ts";
import { hasUnsavedKit, kitSaved, unsavedKit } from "./kit.ts";
import { lock, readLockSettings, signOfLife, unlock, writeLockSettings } from "./lock.ts";
import { createProfile, profiles, sendProfileCode, switchProfile, unlinkProfile, verifyProfileCode } from "./profiles.ts";
import { prove } from "./proof.ts";
import { forgotPassword, resetPassword, sendHint, verifyRecovery } from "./recovery.ts";
import { renewAllKeys } from "./renewal.ts";
import {
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
import { disableMfa, requestMfaHelp, setupMfa, undoMfa, verifyCode, verifyMfaSetup } from "./two-factor.ts";

const SESSION = {
  login,
  register,
  invitation,
  logout,
  verifyMasterPassword,
  prove,
  resume,
  endIfExpired,
  endElsewhere,
  lock,
  unlock,
  signOfLife,
};
const RECOVERY = {
  sendHint,
  forgotPassword,
  verifyRecovery,
  resetPassword,
  discardedVaults,
  restoreDiscarded,
  hasUnsavedKit,
  unsavedKit,
  kitSaved,
};
const SECOND_FACTOR = {
  verifyCode,
  requestMfaHelp,
  setupMfa,
  verifyMfaSetup,
  disableMfa,
  undoMfa,
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
  return { ...bindVerbs(context, VERBS), lockSettings: bindVerbs(context, LOCK_SETTINGS) };
}
