/** ERRORS: every refusal, as `code: [HTTP status, message for the user]`. `docs/errors.md` is generated from it. */

import { MAX_ITEMS, MAX_MEMBERS_ITEMS, MAX_UNSOLICITED_SHARES } from "@coffer/core/constants";
import { LOCALE } from "@coffer/core/text";

export const ERRORS = {
  invalid_input: [400, "The request is not in the expected form."],
  invalid_json: [400, "The request is not valid JSON."],
  not_sealed: [400, "Content must be encrypted before it is sent."],
  too_large: [413, "The request is too large."],
  vault_full: [413, "This shared vault is full. Please delete something from it, or move it elsewhere."],
  too_slow: [408, "The request took too long to arrive. Please check your connection and try again."],
  unsupported_media: [415, "Send JSON, or a form where a file is asked for."],
  too_many_items: [400, `An account holds at most ${MAX_ITEMS.toLocaleString(LOCALE)} items.`],
  members_full: [
    400,
    `Members can keep at most ${MAX_MEMBERS_ITEMS.toLocaleString(LOCALE)} items of their own in a shared vault and its trash. Please delete some for good, or ask its owner to add this one.`,
  ],
  authentication_required: [401, "Authentication required"],
  session_expired: [401, "Session expired. Please login again."],
  forbidden: [403, "You do not have permission to do this."],
  fresh_proof_needed: [403, "Please enter your master password to continue."],
  account_disabled: [403, "This account was disabled. Please ask your administrator."], // only shown to a caller who has proven that the account is theirs
  link_not_proven: [403, "This profile can only be opened with the key of its link. Please sign in to it instead."],
  not_found: [404, "Not found"], // also for another account's data: the two must look the same
  invalid_credentials: [400, "Invalid credentials"],
  invalid_invitation: [400, "Invalid or expired invitation link. Please request a new invitation."],
  invitation_email_mismatch: [400, "This invitation was sent to another email address."],
  invalid_mfa_code: [400, "Invalid MFA code"],
  invalid_code: [400, "Invalid verification code"],
  invalid_recovery_code: [400, "Invalid recovery code"],
  invalid_recovery_key: [400, "This recovery key does not belong to this account."],
  temp_token_expired: [400, "This took too long. Please sign in again."],
  wrong_master_password: [400, "Invalid master password"],
  stale_credentials: [409, "Your master password or email has changed in the meantime. Please sign in again."],
  mfa_already_on: [409, "Two-factor authentication is already on."],
  mfa_not_pending: [409, "Press 'Setup MFA' first."],
  nobody_to_help: [
    409,
    "There is no administrator who could help you, so nothing was sent. Ask the person who runs the server: the command `npm run admin -- remove-2fa` with your email removes two-factor authentication.",
  ],
  undo_link_invalid: [400, "This link was already used or is no longer valid."],
  mfa_not_on: [409, "Two-factor authentication is off."],
  email_not_proven: [400, "Please verify this email address first."],
  last_admin: [409, "The last administrator's account cannot be deleted."],
  email_taken: [409, "An account with this email already exists."],
  no_such_account: [404, "No account found for this email."],
  shared_with_self: [400, "This is your own account. Please enter another person's email address."],
  too_many_shares: [
    409,
    `You can share at most ${MAX_UNSOLICITED_SHARES} items and vaults with a person who shares nothing with you. Please share one vault with all of them in it, or end some of these shares.`,
  ],
  id_taken: [409, "This id is in use."],
  stale_head: [409, "The vault was changed on another device. Loading the newest version."],
  bad_signature: [403, "This change does not carry the signature of the vault's owner, so it was not made."],
  key_held: [409, "Someone's access to this has just ended on another device. Its key is replaced first; please save again."],
  stale_revision: [409, "This item was changed on another device."],
  maker_changed: [403, "Who made an item never changes, so nothing was saved."],
  import_finished: [409, "This import has already ended."],
  rate_limited: [429, "Too many attempts. Please wait a little and try again."],
  sign_in_queued: [
    429,
    "Others are trying to sign in to this account, so new devices have to wait their turn. Please try again in a few minutes, or enter a mailed code under 'Forgot password?' first: then this device is let in immediately.",
  ],
  maintenance: [503, "System is under maintenance. Please check back soon."],
  starting: [503, "Coffer is starting. Please try again in a few seconds."],
  overloaded: [503, "The server is busy at the moment. Please try again in a few seconds."],
  unavailable: [503, "The database of the server does not answer at the moment. Please try again in a minute."],
  storage_full: [507, "The server's disk is full, so nothing was saved. Please tell the person who runs this server."],
  damaged: [500, "A part of the server's database is damaged and could not be read. Please tell the person who runs this server."],
  unexpected: [500, "An error occurred"],
  beyond_own_permissions: [403, "This needs a permission that you do not have yourself."],
  invited_with_more: [
    403,
    "This person is invited with a role that has permissions you do not have. Only who sent that invitation, or may give that role, can replace it or take it back.",
  ],
  own_membership: [403, "You cannot do this to your own membership."],
  own_role: [403, "You cannot change your own role."],
  system_role: [403, "This role belongs to the product and cannot be changed."],
  role_not_assignable: [400, "This role cannot be given here."],
  role_in_use: [409, "Someone has this role or is invited with it. Give them another role first."],
  too_many_roles: [409, "There are too many roles. Delete one first."],
  already_in_team: [409, "This person is in a team already."],
  team_key_incomplete: [
    409,
    "A new key of the team has to reach all of its members, and some would have got none. Nothing was changed. Please look at the team's page.",
  ],
  administrator_stays: [
    403,
    "The person who made the team and its last administrator only leave by themselves, once someone else is an administrator.",
  ],
  leaving_unsigned: [403, "This page is out of date. Please reload it and try again."],
  not_managed: [409, "This account is not managed by your team."],
  register_first: [409, "Please register first"],
  sign_in_to_join: [403, "This link was handed over, so it does not say who you are. Sign in with the invited account to join the team."],
  invitation_unbacked: [
    400,
    "The person who sent you this invitation may no longer invite anyone. Please ask an administrator of the team for a new one.",
  ],
  added_unasked: [
    409,
    "This person was added to the team without an invitation. Only they or the server's administrator can turn off two-factor authentication.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === "string" && Object.hasOwn(ERRORS, code);

/** A refusal. The same class in client and server; `message` is for people, `code` for programs. */
export class AppError extends Error {
  readonly code: ErrorCode;

  /** @param message - replaces the table's message where details help; never contains vault content or typed text. */
  constructor(code: ErrorCode, message: string = ERRORS[code][1], options?: ErrorOptions) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** Whether an error is the refusal with that code. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;
