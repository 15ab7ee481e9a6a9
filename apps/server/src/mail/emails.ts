/** EMAILS: every email the product writes, once, for plain text and HTML alike. What another person typed (a request for help) goes as plain text only. */
import { INVITATION_DAYS, PRODUCT_NAME, UNDO_HOURS } from "@coffer/core/constants";
import { OPERATOR_EMAILS } from "./operator-emails.ts";
import { PASSKEY_EMAILS } from "./passkey-emails.ts";
import { SHARING_EMAILS } from "./sharing-emails.ts";
import { TEAM_EMAILS } from "./team-emails.ts";
import { type Template, template } from "./template.ts";

export const CODE_MINUTES = 10;
const NOT_YOU = "If this was not you, sign in, change your master password and look at the devices in your settings.";
const IGNORE = "If you did not ask for this, you can ignore this email. No one gets in without the code.";
const UNDO = `If this was not you, open this link within ${UNDO_HOURS} hours. It turns two-factor authentication off again and signs every device out. Then sign in and change your master password.`;
/** @param minutes - absent in an email that an earlier version has queued. */
const lasts = (minutes: string = String(CODE_MINUTES)): string =>
  `It expires in ${minutes} minutes and works once. No one from ${PRODUCT_NAME} will ever ask you for it.`;

/** For emails where only the wrapping changed. @param secret - what was replaced. */
const keysStayed = (secret: string): string =>
  `The keys of your vault stayed the same. Anyone who has the old ${secret} and an earlier copy of the server's data can still open your vault. ` +
  "If someone may have both, renew your recovery key in your settings and leave the box for new keys ticked.";

export const EMAILS = {
  recoveryCode: template<"code" | "minutes">({
    subject: `Your ${PRODUCT_NAME} recovery code`,
    validMinutes: CODE_MINUTES,
    blocks: ({ code, minutes }) => [
      "Someone asked to reset the master password of your account. This is the code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  }),
  hint: template<"hint">({
    subject: `Your ${PRODUCT_NAME} password hint`,
    blocks: ({ hint }) => [
      "Someone asked for the hint to your master password. You wrote:",
      { quote: hint },
      "The hint is sent to this address only.",
    ],
  }),
  noHint: template({
    subject: `Your ${PRODUCT_NAME} password hint`,
    blocks: () => [
      "Someone asked for the hint to your master password. You have not written one.",
      "With your recovery key you can reset the password.",
    ],
  }),
  profileCode: template<"code" | "minutes">({
    subject: `Verify your email for ${PRODUCT_NAME}`,
    validMinutes: CODE_MINUTES,
    blocks: ({ code, minutes }) => [
      "Someone wants to add a profile with this email address. This is the code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  }),
  invitationCode: template<"code" | "minutes">({
    subject: `Verify your email for ${PRODUCT_NAME}`,
    validMinutes: CODE_MINUTES,
    blocks: ({ code, minutes }) => [
      "Someone is using an invitation link to create an account with this email address. This is the code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  }),
  newEmailCode: template<"code" | "minutes">({
    subject: `Verify your new email for ${PRODUCT_NAME}`,
    validMinutes: CODE_MINUTES,
    blocks: ({ code, minutes }) => [
      "Someone wants to use this email address for an existing account. This is the code:",
      { code },
      lasts(minutes),
      IGNORE,
    ],
  }),
  helpRequest: template<"email" | "message">({
    subject: `${PRODUCT_NAME}: a member needs help with two-factor authentication`,
    isPlain: true,
    blocks: ({ email, message }) => [
      `${email} knows the master password, but cannot enter a code from the authenticator app. The message:`,
      { quote: message },
      "Make sure, by some way other than email, that it is really this person. Then you can remove two-factor authentication for them.",
    ],
  }),
  mfaOn: template<"link">({
    subject: `${PRODUCT_NAME}: two-factor authentication is on`,
    blocks: ({ link }) => [
      "Two-factor authentication was turned on for your account. Your other devices were signed out. Keep the backup codes where you can find them without your phone.",
      // An email that an earlier version queued has no link.
      ...(link === undefined ? [NOT_YOU] : [UNDO, { link }]),
    ],
  }),
  mfaUndone: template({
    subject: `${PRODUCT_NAME}: two-factor authentication was turned off again`,
    blocks: () => [
      "The link of our email was opened: two-factor authentication is off, all devices were signed out, and links to other profiles were removed.",
      "Sign in and change your master password immediately: the person who turned two-factor authentication on knew it.",
    ],
  }),
  mfaRemovedByOperator: template({
    subject: `${PRODUCT_NAME}: two-factor authentication was removed`,
    blocks: () => [
      "The operator of the server removed two-factor authentication from your account. All devices were signed out, and links to other profiles were removed.",
      "If you did not ask for this, contact the operator immediately. Your master password still protects your vault. Set up two-factor authentication again.",
    ],
  }),
  invitation: template<"link">({
    subject: `You are invited to ${PRODUCT_NAME}`,
    validMinutes: INVITATION_DAYS * 24 * 60,
    blocks: ({ link }) => [
      `You are invited to open an account with ${PRODUCT_NAME}, a password manager whose contents only you can open. This link is only for you. It works once and expires in ${INVITATION_DAYS} days:`,
      { link },
      "If you do not know what this is about, you can ignore this email.",
    ],
  }),
  accountDisabled: template({
    subject: `${PRODUCT_NAME}: your account was disabled`,
    blocks: () => [
      "The operator of the server disabled your account. All devices were signed out, and no one can sign in to it. Nothing in it was deleted or opened.",
      "If you do not know why, ask your administrator.",
    ],
  }),
  accountEnabled: template({
    subject: `${PRODUCT_NAME}: your account is enabled again`,
    blocks: () => ["The operator of the server enabled your account again. Sign in as before."],
  }),
  mfaOff: template({
    subject: `${PRODUCT_NAME}: two-factor authentication is off`,
    blocks: () => ["Two-factor authentication was turned off for your account, with one of its codes.", NOT_YOU],
  }),
  mfaRemoved: template({
    subject: `${PRODUCT_NAME}: two-factor authentication was removed`,
    blocks: () => [
      "An administrator removed two-factor authentication from your account. All devices were signed out.",
      "If you did not ask for help, tell your administrator immediately. Your master password still protects your vault. Set up two-factor authentication again.",
    ],
  }),
  recoveryVerified: template({
    subject: `${PRODUCT_NAME}: a recovery of your account has begun`,
    blocks: () => [
      "Someone gave the recovery code that was sent to this address, and can now try to reset your master password with your recovery key.",
      NOT_YOU,
    ],
  }),
  recoveryDone: template({
    subject: `${PRODUCT_NAME}: your master password was reset`,
    blocks: () => [
      "Your master password was reset with your recovery key. All devices were signed out, and there is a new recovery key.",
      NOT_YOU,
    ],
  }),
  recoveryDiscarded: template<"until">({
    subject: `${PRODUCT_NAME}: your vault was started over`,
    blocks: ({ until }) => [
      "Your master password was reset without your recovery key, and your vault was started empty. All devices were signed out.",
      `The old content is kept, encrypted, until ${until}. If you find your old recovery key before then, you can bring it back in your settings.`,
      NOT_YOU,
    ],
  }),
  passwordChanged: template({
    subject: `${PRODUCT_NAME}: your master password was changed`,
    blocks: () => [
      "Your master password was changed. Your other devices were signed out, and links to other profiles were removed.",
      keysStayed("master password"),
      NOT_YOU,
    ],
  }),
  passwordAndKeysChanged: template({
    subject: `${PRODUCT_NAME}: your master password was changed`,
    blocks: () => [
      "Your master password was changed, and everything in your vault was encrypted again with new keys. There is a new recovery key, too.",
      "The old master password and the old recovery key open nothing of what is in your vault now.",
      "Your other devices were signed out, and links to other profiles were removed.",
      NOT_YOU,
    ],
  }),
  emailChanged: template<"email">({
    subject: `${PRODUCT_NAME}: your email was changed`,
    blocks: ({ email }) => [`From now on you sign in with ${email}. Your other devices were signed out.`, NOT_YOU],
  }),
  recoveryKeyRenewed: template({
    subject: `${PRODUCT_NAME}: you have a new recovery key`,
    blocks: () => ["A new recovery key was made for your account. The old one no longer works.", keysStayed("recovery key"), NOT_YOU],
  }),
  keysRenewed: template({
    subject: `${PRODUCT_NAME}: you have a new recovery key`,
    blocks: () => [
      "A new recovery key was made for your account, and everything in your vault was encrypted again with new keys.",
      "The old recovery key opens nothing of what is in your vault now.",
      "Your other devices were signed out, and links to other profiles were removed.",
      NOT_YOU,
    ],
  }),
  profileLinked: template<"email">({
    subject: `${PRODUCT_NAME}: a profile was added`,
    blocks: ({ email }) => [`The profile ${email} was added to your account. Anyone signed in to one can switch to the other.`, NOT_YOU],
  }),
  openedAsProfile: template<"email">({
    subject: `${PRODUCT_NAME}: your account is linked`,
    blocks: ({ email }) => [
      `This account was opened as a profile of ${email}. Anyone signed in to one can switch to the other.`,
      "If you do not know that account, sign in, remove the link in your settings and change your master password.",
    ],
  }),
  profileOpened: template<"email" | "device" | "at">({
    subject: `${PRODUCT_NAME}: your account was opened from a linked profile`,
    blocks: ({ email, device, at }) => [
      `Someone who is signed in as ${email} switched to your account: ${device}, ${at}. We send this at most once a day. Your activity log shows every time.`,
      "If this was not you, sign in, remove the link in your settings and change your master password.",
    ],
  }),
  deletionRequested: template<"until">({
    subject: `${PRODUCT_NAME}: your account will be deleted`,
    blocks: ({ until }) => [
      `Your account and everything in it will be deleted on ${until}. All devices were signed out.`,
      "To keep the account, sign in before then.",
    ],
  }),
  newDevice: template<"device" | "at">({
    subject: `${PRODUCT_NAME}: new device signed in`,
    blocks: ({ device, at }) => [`Your account was signed in to on a device that was not seen before: ${device}, ${at}.`, NOT_YOU],
  }),
  ...OPERATOR_EMAILS,
  ...PASSKEY_EMAILS,
  ...SHARING_EMAILS,
  ...TEAM_EMAILS,
} as const;

export type EmailName = keyof typeof EMAILS;
export type ValuesOf<Name extends EmailName> = Parameters<(typeof EMAILS)[Name]["blocks"]>[0];

export const validMinutesOf = (name: EmailName): number | null => (EMAILS[name] as Template).validMinutes ?? null;
