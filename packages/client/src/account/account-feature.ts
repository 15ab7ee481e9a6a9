/** The rarely used part of the account feature, not needed for a sign-in: loaded when it is first called (lazy-features.ts). */
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { audit } from "./audit.ts";
import type { AccountContext } from "./context.ts";
import { discardedVaults, restoreDiscarded } from "./discarded-vaults.ts";
import { signInByPasskey, unlockByPasskey } from "./open-by-passkey.ts";
import { mayHavePasskey } from "./passkey-mark.ts";
import { addPasskey, passkeys, removePasskey, renamePasskey, reportLost, tellAuthenticator } from "./passkeys.ts";
import { createProfile, profiles, sendProfileCode, switchProfile, unlinkProfile, verifyProfileCode } from "./profiles.ts";
import { forgotPassword, resetPassword, sendHint, verifyRecovery } from "./recovery.ts";
import { invitation, register, sendInvitationCode } from "./registration.ts";
import { putOffRehearsal, recoveryCopy, rehearsals, rehearse } from "./rehearsal.ts";
import { renewAllKeys } from "./renew-keys.ts";
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
import { acceptMissingSecondFactor, disableMfa, requestMfaHelp, setupMfa, undoMfa, verifyCode, verifyMfaSetup } from "./two-factor.ts";
import { hasUnsent } from "./unsent.ts";
import { verifyMasterPassword } from "./verify-password.ts";

const REGISTRATION = { register, invitation, sendInvitationCode };
const RECOVERY = { sendHint, forgotPassword, verifyRecovery, resetPassword, discardedVaults, restoreDiscarded };
const SECOND_FACTOR = { verifyCode, requestMfaHelp, setupMfa, verifyMfaSetup, disableMfa, undoMfa, acceptMissingSecondFactor };
const PROFILES = { profiles, sendProfileCode, verifyProfileCode, createProfile, switchProfile, unlinkProfile };
const OPENING = { mayHavePasskey, signInByPasskey, unlockByPasskey };
const PASSKEYS = { addPasskey, passkeys, renamePasskey, removePasskey, tellAuthenticator, ...OPENING };
const CREDENTIALS = { changePassword, requestEmailChange, changeEmail, renewRecoveryKey, renewAllKeys, deleteAccount, keepAccount };
const REHEARSAL = { rehearsals, recoveryCopy, rehearse, putOffRehearsal };
const EXPORT = { verifyMasterPassword };
const DEVICES = { sessions, revokeSession, revokeOtherSessions, reportLost, audit, hasUnsent };
const VERBS = {
  ...REGISTRATION,
  ...RECOVERY,
  ...SECOND_FACTOR,
  ...PROFILES,
  ...CREDENTIALS,
  ...DEVICES,
  ...PASSKEYS,
  ...REHEARSAL,
  ...EXPORT,
};

export type LazyAccountApi = Bound<typeof VERBS>;

export const accountFeature = (context: AccountContext): LazyAccountApi => bindVerbs(context, VERBS) as LazyAccountApi;
