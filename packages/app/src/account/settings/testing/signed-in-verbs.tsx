/** Verbs that a signed-in user calls. */
import { expect } from "vitest";
import { page } from "vitest/browser";
import { proof } from "../../../ui/confirm.ts";
import { LockScreen } from "../../lock/LockScreen.tsx";
import { ProofHost } from "../../ProofHost.tsx";
import { AddAccountDialog } from "../../profiles/AddAccountDialog.tsx";
import { SwitchCover } from "../../profiles/SwitchCover.tsx";
import { useProfileSwitch } from "../../profiles/use-profile-switch.ts";
import { UnsavedKitNote } from "../../recovery/UnsavedKitNote.tsx";
import { MfaOn } from "../../two-factor/MfaOn.tsx";
import { MfaSetupPage } from "../../two-factor/MfaSetupPage.tsx";
import { MissingFactorNote } from "../../two-factor/MissingFactorNote.tsx";
import { ActivityPanel } from "../ActivityPanel.tsx";
import { DeletePanel } from "../DeletePanel.tsx";
import { DevicePanel } from "../DevicePanel.tsx";
import { EmailPanel } from "../EmailPanel.tsx";
import { PasskeysPanel } from "../PasskeysPanel.tsx";
import { PasswordPanel } from "../PasswordPanel.tsx";
import { ProfilesPanel } from "../ProfilesPanel.tsx";
import { RecoveryKeyPanel } from "../RecoveryKeyPanel.tsx";
import { SessionsPanel } from "../SessionsPanel.tsx";
import { REHEARSAL_VERBS } from "./rehearsal-verbs.tsx";
import { type Account, EVE, NEW, press, SENDS_ITSELF, type, type VerbScreen } from "./verb-screen.ts";

const MAILED = { codeLength: 6 };
const OTHER_DEVICE = { id: "other", device: "Firefox on Linux", isCurrent: false, createdAt: 0, lastUsedAt: 0 };
const PASSKEY = { id: "one", name: "Laptop", createdAt: 0, lastUsedAt: null, isBackedUp: false, state: "opens", sessions: [] } as const;
const DISCARDED = { discardedAt: 0, count: 3 };
const panel = { id: "panel", title: "Panel" };
const dialog = <AddAccountDialog opened onClose={() => undefined} />;
const newPassword = { "Master Password": NEW, "Confirm Master Password": NEW };
const changePassword = { "Current master password": "Old-1!", "New master password": NEW, "Confirm new master password": NEW };
const profileCode: Account = { sendProfileCode: async () => MAILED, verifyProfileCode: async () => undefined };

function SwitchToEve() {
  const profileSwitch = useProfileSwitch(() => undefined);
  return (
    <>
      <button type="button" onClick={() => profileSwitch.choose("eve")}>
        Switch to Eve
      </button>
      <SwitchCover profileSwitch={profileSwitch} />
    </>
  );
}

async function toProfileCode(): Promise<void> {
  await type("Email", EVE);
  await press("Send Verification Code");
}

async function toProfilePassword(): Promise<void> {
  await toProfileCode();
  await type("Verification code", SENDS_ITSELF);
}

/** With the master password given. */
async function askForKit(): Promise<void> {
  await press("Save recovery key");
  await expect.poll(proof.current).not.toBeNull();
  proof.answer(true);
}

async function toEmailCode(): Promise<void> {
  await press("Change email");
  await type("New email", EVE);
  await type("Master password", NEW);
  await press("Send Verification Code");
}

export const SIGNED_IN_VERBS: readonly VerbScreen[] = [
  { verb: "unsavedKit", screen: <UnsavedKitNote />, given: { hasUnsavedKit: async () => true }, press: askForKit },
  ...REHEARSAL_VERBS,
  { verb: "unlock", screen: <LockScreen />, typed: { "Master Password": NEW }, press: "Unlock" },
  { verb: "unlockByPasskey", screen: <LockScreen />, press: "Use a passkey" },
  { verb: "passkeys", screen: <PasskeysPanel {...panel} />, press: "Try again" },
  {
    verb: "addPasskey",
    screen: <PasskeysPanel {...panel} />,
    given: { passkeys: async () => [] },
    way: () => press("Add a passkey"),
    typed: { "Name of the passkey": "Laptop" },
    press: "Add",
  },
  {
    verb: "renamePasskey",
    screen: <PasskeysPanel {...panel} />,
    given: { passkeys: async () => [PASSKEY] },
    way: () => press("Rename Laptop"),
    typed: { "New name of Laptop": "Old laptop" },
    press: "Save",
  },
  {
    verb: "removePasskey",
    screen: <PasskeysPanel {...panel} />,
    given: { passkeys: async () => [PASSKEY] },
    press: "Remove Laptop",
    yes: "Remove passkey",
  },
  { verb: "logout", screen: <LockScreen />, press: "Logout" },
  { verb: "prove", screen: <ProofHost />, typed: { "Master password": NEW }, press: "Continue" },
  { verb: "setupMfa", screen: <MfaSetupPage />, press: "Setup MFA" },
  {
    verb: "verifyMfaSetup",
    screen: <MfaSetupPage />,
    given: { setupMfa: async () => ({ qrCodeUrl: "data:,", secret: "ABCD" }) },
    way: () => press("Setup MFA"),
    typed: { "6-digit code": SENDS_ITSELF },
    press: "Verify Code",
  },
  {
    verb: "disableMfa",
    screen: <MfaOn onDisabled={() => undefined} />,
    typed: { "Authentication code": "654321" },
    press: "Disable MFA",
    yes: "Disable MFA",
  },
  {
    verb: "acceptMissingSecondFactor",
    screen: <MissingFactorNote />,
    given: { isSecondFactorMissing: async () => true },
    press: "I know about this",
  },
  { verb: "sendProfileCode", screen: dialog, typed: { Email: EVE }, press: "Send Verification Code" },
  {
    verb: "verifyProfileCode",
    screen: dialog,
    given: profileCode,
    way: toProfileCode,
    typed: { "Verification code": SENDS_ITSELF },
    press: "Verify Code",
  },
  { verb: "createProfile", screen: dialog, given: profileCode, way: toProfilePassword, typed: newPassword, press: "Create Profile" },
  { verb: "switchProfile", screen: <SwitchToEve />, press: "Switch to Eve" },
  {
    verb: "lockSettings.write",
    screen: <DevicePanel id="lock" />,
    press: () => page.getByLabelText("Lock the vault").selectOptions("After 5 minutes"),
  },
  { verb: "sessions", screen: <SessionsPanel {...panel} />, press: "Try again" },
  {
    verb: "revokeSession",
    screen: <SessionsPanel {...panel} />,
    given: { sessions: async () => [OTHER_DEVICE] as never },
    way: () => press(`Sign out ${OTHER_DEVICE.device}`),
    press: "Sign out",
  },
  {
    verb: "reportLost",
    screen: <SessionsPanel {...panel} />,
    given: { sessions: async () => [OTHER_DEVICE] as never, passkeys: async () => [PASSKEY] },
    way: async () => {
      await press(`Sign out ${OTHER_DEVICE.device}`);
      await page.getByText("It is lost, or someone else may have it").click();
    },
    press: "Sign out",
  },
  {
    verb: "revokeOtherSessions",
    screen: <SessionsPanel {...panel} />,
    given: { sessions: async () => [OTHER_DEVICE] as never },
    press: "Sign out all others",
    yes: "Sign out all others",
  },
  {
    verb: "changePassword",
    screen: <PasswordPanel {...panel} />,
    way: async () => {
      await press("Change master password");
      await page.getByRole("checkbox", { name: "Also renew all keys" }).click();
    },
    typed: changePassword,
    press: "Change master password",
  },
  {
    verb: "renewAllKeys",
    screen: <PasswordPanel {...panel} />,
    way: () => press("Change master password"),
    typed: changePassword,
    press: "Change master password",
  },
  {
    verb: "requestEmailChange",
    screen: <EmailPanel {...panel} />,
    way: () => press("Change email"),
    typed: { "New email": EVE, "Master password": NEW },
    press: "Send Verification Code",
  },
  {
    verb: "changeEmail",
    screen: <EmailPanel {...panel} />,
    given: { requestEmailChange: async () => MAILED },
    way: toEmailCode,
    typed: { "Verification code": SENDS_ITSELF },
    press: "Verify Code",
  },
  {
    verb: "renewAllKeys",
    screen: <RecoveryKeyPanel {...panel} />,
    way: () => press("Renew recovery key"),
    typed: { "Master password": NEW },
    press: "Make a new recovery key",
  },
  {
    verb: "renewRecoveryKey",
    screen: <RecoveryKeyPanel {...panel} />,
    way: async () => {
      await press("Renew recovery key");
      await page.getByRole("checkbox", { name: "Also renew all keys" }).click();
    },
    typed: { "Master password": NEW },
    press: "Make a new recovery key",
  },
  {
    verb: "restoreDiscarded",
    screen: <RecoveryKeyPanel {...panel} />,
    given: { discardedVaults: async () => [DISCARDED] as never },
    typed: { "Recovery key of that vault": "AAAA-BBBB" },
    press: "Bring it back",
  },
  { verb: "profiles", screen: <ProfilesPanel {...panel} />, press: "Try again" },
  {
    verb: "unlinkProfile",
    screen: <ProfilesPanel {...panel} />,
    given: { profiles: async () => [{ user_id: "eve", email: EVE }] as never },
    press: `Remove link to ${EVE}`,
    yes: "Remove link",
  },
  { verb: "audit", screen: <ActivityPanel {...panel} />, press: "Try again" },
  {
    verb: "deleteAccount",
    screen: <DeletePanel {...panel} />,
    way: () => press("Delete account"),
    typed: { "Master password": NEW },
    press: "Delete account",
    yes: "Delete account",
  },
];
