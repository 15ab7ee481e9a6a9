/** AUDIT_EVENTS: everything the audit log keeps (decision N-09), as `event: message` for the person whose account it is. No row holds content. */
export const AUDIT_EVENTS = {
  "account.registered": "Account created",
  "account.deletion-requested": "Deletion of the account requested",
  "account.kept": "Deletion of the account taken back",
  "account.disabled": "Account disabled by the operator of the server",
  "account.enabled": "Account enabled again by the operator of the server",
  "login.done": "Signed in",
  "login.failed": "Sign-in with a wrong password refused",
  "login.code-failed": "Sign-in with a wrong two-factor code refused",
  "login.recovery-code-used": "Two-factor recovery code used",
  logout: "Signed out",
  "session.revoked": "A device was signed out",
  "mfa.on": "Two-factor authentication turned on",
  "mfa.off": "Two-factor authentication turned off",
  "mfa.removed": "Two-factor authentication removed by an administrator",
  "mfa.removed-for-other": "Two-factor authentication of another person removed",
  "mfa.undone": "Two-factor authentication turned off with the link of the email",
  "mfa.removed-by-operator": "Two-factor authentication removed by the operator of the server",
  "mfa.help-requested": "Help with two-factor authentication requested",
  "recovery.verified": "Email proven for a recovery",
  "recovery.failed": "Recovery with a wrong code refused",
  "recovery.done": "Master password reset with the recovery key",
  "recovery.discarded": "Master password reset; the vault was started anew",
  "recovery-key.renewed": "Recovery key renewed",
  "keys.renewed": "All keys renewed, the recovery key among them",
  "password.changed": "Master password changed",
  "email.changed": "Email changed",
  "profile.linked": "A profile was linked",
  "profile.unlinked": "A profile was unlinked",
  "profile.switched": "Signed in from a linked profile",
  "profile.refused": "A linked profile without the key of the link was refused",
  "proof.given": "Master password given for a change of the account",
  "proof.refused": "Wrong master password for a change of the account refused",
  "export.verified": "Master password given for an export",
  "export.refused": "Export with a wrong master password refused",
} as const satisfies Record<string, string>;

/** What is counted by day and not written one by one, so that nobody fills the log by failing. */
export type RefusedEvent = Extract<
  keyof typeof AUDIT_EVENTS,
  "login.failed" | "login.code-failed" | "recovery.failed" | "export.refused" | "proof.refused"
>;
/** What the log itself holds. */
export type AuditEvent = Exclude<keyof typeof AUDIT_EVENTS, RefusedEvent>;
