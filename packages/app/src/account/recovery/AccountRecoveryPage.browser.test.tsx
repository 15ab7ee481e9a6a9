/** What a person meets in a recovery: the mailed code, the second factor, and the form that ends it. */
import { AppError } from "@coffer/contract/errors";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { AccountRecoveryPage } from "./AccountRecoveryPage.tsx";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { recoveryEmail } from "./recovery-email.ts";

const EMAIL = "ann@example.com";
const KEY = "AAAA-BBBB-CCCC";
const PASSWORD = "Another-Horse-7!";
const code = page.getByLabelText("Recovery code");
const factor = page.getByLabelText("Authentication code");
const key = page.getByLabelText("Recovery key", { exact: true });
const password = page.getByLabelText("New Master Password", { exact: true });
const confirmation = page.getByLabelText("Confirm Master Password", { exact: true });
const reset = page.getByRole("button", { name: "Reset Password" });
const alert = page.getByRole("alert");
const address = page.getByTestId("address");

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account = {}) => renderApp(<AccountRecoveryPage />, { client: fakeClient({ account }), at: "/account-recovery" });

beforeEach(() => recoveryEmail.keep(EMAIL));

it("begins on the forgot page where it is not known whose password it is", async () => {
  recoveryEmail.forget();
  await open();
  await expect.element(address).toHaveTextContent("/forgot-password");
});

describe("the mailed code", () => {
  it("is asked for, goes with its sixth digit, and is selected where it is wrong", async () => {
    const verifyRecovery = vi.fn(() => Promise.reject(new AppError("unexpected")));
    await open({ verifyRecovery });
    await expect.element(code).toHaveFocus();
    await page.getByRole("button", { name: "Verify Code" }).click();
    await expect.element(page.getByText("Please enter the recovery code")).toBeVisible();
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard("123456");
    await expect.element(page.getByText("Invalid recovery code")).toBeVisible();
    await expectSelected(code);
    expect(verifyRecovery).toHaveBeenCalledExactlyOnceWith({ email: EMAIL, code: "123456" });
  });

  it("is sent once, however often it is pressed meanwhile", async () => {
    const sent = Promise.withResolvers<{ codeLength: number }>();
    const forgotPassword = vi.fn(() => sent.promise);
    await open({ forgotPassword });
    await pressTwice(page.getByRole("button", { name: "Send a new code" }));
    await expect.element(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
    sent.resolve({ codeLength: 6 });
    await seeToast("If there is such an account, a new code is on the way.");
    await expect.element(page.getByRole("button", { name: "Send a new code" })).toBeEnabled();
    expect(forgotPassword).toHaveBeenCalledTimes(1);
  });

  it("can be sent again", async () => {
    const forgotPassword = vi.fn<() => Promise<{ codeLength: number }>>().mockResolvedValueOnce({ codeLength: 6 });
    await open({ forgotPassword });
    await page.getByRole("button", { name: "Send a new code" }).click();
    await seeToast("If there is such an account, a new code is on the way.");
    expect(forgotPassword).toHaveBeenCalledExactlyOnceWith({ email: EMAIL });
    forgotPassword.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await page.getByRole("button", { name: "Send a new code" }).click();
    await seeToast("Failed to initiate password reset");
  });

  it("has twelve digits while someone else is trying codes, and is sent with the last of them", async () => {
    const verifyRecovery = vi.fn(async () => ({ step: "mfa" }) as const);
    await open({ verifyRecovery, forgotPassword: async () => ({ codeLength: 12 }) });
    await page.getByRole("button", { name: "Send a new code" }).click();
    await expect.element(page.getByText(/the code has 12 digits/)).toBeVisible();
    await code.fill("123456");
    expect(verifyRecovery).not.toHaveBeenCalled();
    await code.fill("123456789012");
    await expect.element(factor).toHaveFocus();
    expect(verifyRecovery).toHaveBeenCalledExactlyOnceWith({ email: EMAIL, code: "123456789012" });
  });

  it("is followed by the second factor where there is one, and both go together", async () => {
    const verifyRecovery = vi.fn(async ({ mfaCode }: { mfaCode?: string }) => ({ step: mfaCode === undefined ? "mfa" : "reset" }) as const);
    await open({ verifyRecovery });
    await userEvent.keyboard("123456");
    await expect.element(factor).toHaveFocus();
    await userEvent.keyboard("abc{Enter}");
    await expect.element(page.getByText("Invalid MFA code")).toBeVisible();
    await factor.fill("abcde-12345");
    await userEvent.keyboard("{Enter}");
    await expect.element(key).toHaveFocus();
    expect(verifyRecovery).toHaveBeenLastCalledWith({ email: EMAIL, code: "123456", mfaCode: "abcde-12345" });
  });

  it("and where that is lost with the phone, every other way is named in the words of its own form", async () => {
    await open({ verifyRecovery: async () => ({ step: "mfa" }) });
    await userEvent.keyboard("123456");
    await expect.element(page.getByText(/or one of your backup codes/)).toBeVisible();
    await expect
      .element(page.getByText(/"Having trouble with your authenticator app\?" there leads to "Send Request to Admin"/))
      .toBeVisible();
    await expect.element(page.getByText("npm run admin -- remove-2fa")).toBeVisible();
  });
});

describe("the new password", () => {
  const atReset = async (account: Account = {}) => {
    await open({ verifyRecovery: async () => ({ step: "reset" }), ...account });
    await userEvent.keyboard("123456");
    await expect.element(key).toHaveFocus();
  };
  const fill = async () => {
    await key.fill(KEY);
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
  };

  it("is checked before anything is sent, with the focus on what is wrong", async () => {
    await atReset();
    await reset.click();
    await expect.element(alert).toHaveTextContent("Please fill in all fields");
    await expect.element(key).toHaveFocus();
    await fill();
    await confirmation.fill("Another-Horse-8!");
    await reset.click();
    await expect.element(alert).toHaveTextContent("Passwords do not match");
    await expect.element(confirmation).toHaveFocus();
    await password.fill("Short-77-xy");
    await confirmation.fill("Short-77-xy");
    await reset.click();
    await expect.element(alert).toHaveTextContent("Password must be at least 12 characters long");
    await expect.element(password).toHaveFocus();
  });

  it("is not one that is guessed soon, however long", async () => {
    await atReset();
    await fill();
    await password.fill("liverpool1234");
    await confirmation.fill("liverpool1234");
    await reset.click();
    await expect.element(alert).toHaveTextContent("This password is too easy to guess.");
    await expect.element(password).toHaveFocus();
    await expect.element(key).toHaveValue(KEY);
  });

  it("that is refused keeps the recovery key and both passwords, with the focus on the key", async () => {
    await atReset({ resetPassword: () => Promise.reject(new AppError("invalid_recovery_key")) });
    await fill();
    await reset.click();
    await expect.element(alert).toHaveTextContent("This recovery key does not belong to this account.");
    await expect.element(key).toHaveValue(KEY);
    await expect.element(password).toHaveValue(PASSWORD);
    await expect.element(confirmation).toHaveValue(PASSWORD);
    await expect.element(key).toHaveFocus();
  });

  it("is set once; how far it has come is shown and never goes back, then the new key waits at sign-in", async () => {
    const answer = Promise.withResolvers<{ recoveryKey: string }>();
    let progress: (percent: number) => void = () => undefined;
    const resetPassword = vi.fn((input: { onProgress?: (percent: number) => void }) => {
      progress = input.onProgress ?? progress;
      return answer.promise;
    });
    await atReset({ resetPassword });
    await fill();
    await pressTwice(reset);
    await expect.element(page.getByText("Opening and re-encrypting everything you saved...")).toBeVisible();
    await expect.element(page.getByText("Back to login")).not.toBeInTheDocument();
    await expect.poll(() => resetPassword.mock.calls.length, { timeout: 10_000 }).toBe(1);
    progress(60);
    progress(40);
    await expect.element(page.getByText("60 % · Please keep this page open.")).toBeVisible();
    answer.resolve({ recoveryKey: "NEWK-EYYY" });
    await expect.element(address).toHaveTextContent("/login");
    expect(resetPassword).toHaveBeenCalledTimes(1);
    expect(resetPassword).toHaveBeenCalledWith(
      expect.objectContaining({ email: EMAIL, password: PASSWORD, recoveryKey: KEY, discard: false }),
    );
    expect(newRecoveryKey.current()).toEqual({ email: EMAIL, recoveryKey: "NEWK-EYYY" });
    expect(recoveryEmail.find()).toBeNull();
  });

  it("that took too long asks for a new code, and says why until one is typed", async () => {
    await atReset({ resetPassword: () => Promise.reject(new AppError("temp_token_expired")) });
    await fill();
    await reset.click();
    await expect.element(alert).toHaveTextContent("This took too long. Please request a new code.");
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard("1");
    await expect.element(alert).not.toBeInTheDocument();
  });

  it("without a recovery key means an empty vault, which is said in so many words and typed", async () => {
    const resetPassword = vi.fn(async () => ({ recoveryKey: "NEWK-EYYY" }));
    await atReset({ resetPassword });
    await fill();
    await page.getByRole("button", { name: "I don't have it" }).click();
    const consent = page.getByLabelText("To continue, type: start with an empty vault");
    const start = page.getByRole("button", { name: "Start with an empty vault" });
    await consent.fill("start with an empty vaul");
    await start.click();
    await expect.element(page.getByText('Please type "start with an empty vault" to continue')).toBeVisible();
    await expect.element(consent).toHaveFocus();
    await expect.element(password).toHaveValue(PASSWORD);
    await consent.fill("Start with an empty vault");
    await start.click();
    await expect.element(address).toHaveTextContent("/login");
    expect(resetPassword).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ recoveryKey: null, discard: true }));
  });
});
