/** What a person meets who turns the second factor on, keeps its recovery codes, and turns it off again. */
import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { MfaSetupPage } from "./MfaSetupPage.tsx";

const SECRET = { qrCodeUrl: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", secret: "ABCDEFGHIJ" };
const CODES = ["aaaaa-11111", "bbbbb-22222"];
const WITH_FACTOR = { ...ANN, user: { ...ANN.user, two_factor_enabled: true } };
const setup = page.getByRole("button", { name: "Setup MFA" });
const code = page.getByLabelText("6-digit code");
const disable = page.getByRole("button", { name: "Disable MFA" });
const question = page.getByRole("alertdialog", { name: "Disable MFA" });

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account, session = ANN) =>
  renderApp(<MfaSetupPage />, { client: fakeClient({ session, account }), at: "/mfa-setup" });

describe("turning it on", () => {
  const atScan = async (account: Account) => {
    await open({ setupMfa: async () => SECRET, ...account });
    await setup.click();
    await expect.element(code).toHaveFocus();
  };

  it("is explained in five steps, and a set-up that fails is said by a toast and can be tried again", async () => {
    const setupMfa = vi.fn<() => Promise<typeof SECRET>>().mockRejectedValueOnce(new AppError("unexpected"));
    await open({ setupMfa });
    expect(page.getByRole("listitem").elements()).toHaveLength(5);
    await setup.click();
    await seeToast("Failed to setup MFA");
    setupMfa.mockResolvedValueOnce(SECRET);
    await setup.click();
    await expect.element(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    await expect.element(page.getByText("ABCD EFGH IJ")).toBeVisible();
  });

  it("wants a whole code; a wrong one is said by a toast and stays selected next to the same secret", async () => {
    const verifyMfaSetup = vi.fn(() => Promise.reject(new AppError("invalid_code")));
    await atScan({ verifyMfaSetup });
    await page.getByRole("button", { name: "Verify Code" }).click();
    await expect.element(page.getByText("Verification code is required")).toBeVisible();
    expect(verifyMfaSetup).not.toHaveBeenCalled();
    await userEvent.keyboard("123456");
    await seeToast("Invalid verification code");
    expect(verifyMfaSetup).toHaveBeenCalledExactlyOnceWith({ code: "123456" });
    await expect.element(code).toHaveValue("123456");
    await expectSelected(code);
    await expect.element(page.getByText("ABCD EFGH IJ")).toBeVisible();
  });

  it("ends with the recovery codes, of which one is asked back before it is on", async () => {
    await atScan({ verifyMfaSetup: async () => ({ recoveryCodes: CODES }) });
    await userEvent.keyboard("123456");
    await seeToast("MFA enabled successfully");
    const dialog = page.getByRole("dialog", { name: "Save your backup codes" });
    await expect.element(dialog).toBeVisible();
    const field = dialog.getByLabelText(/^Code \d$/);
    const label = (field.element() as HTMLInputElement).labels?.[0]?.textContent ?? "";
    await expect.element(dialog.getByRole("button", { name: "I have saved them" })).toBeDisabled();
    await field.fill(CODES[Number(/\d/.exec(label)?.[0]) - 1] ?? "");
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText(/MFA is enabled/)).toBeVisible();
  });

  it("can be given up before the code", async () => {
    await atScan({});
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(setup).toBeVisible();
  });
});

describe("turning it off", () => {
  const field = page.getByLabelText("Authentication code");

  it("wants a code and a second thought; a user who only looks is asked for neither", async () => {
    const disableMfa = vi.fn(async () => undefined);
    await open({ disableMfa }, WITH_FACTOR);
    await expect.element(field).not.toHaveFocus();
    await disable.click();
    await expect.element(page.getByText("Verification code is required")).toBeVisible();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("123456");
    await expect.element(question).not.toBeInTheDocument();
    await pressTwice(disable);
    await expect.element(question).toHaveTextContent("Are you sure you want to disable MFA?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.element(field).toHaveValue("123456");
    expect(disableMfa).not.toHaveBeenCalled();
    await disable.click();
    await question.getByRole("button", { name: "Disable MFA" }).click();
    await seeToast("MFA disabled successfully");
    await expect.element(setup).toBeVisible();
    expect(disableMfa).toHaveBeenCalledExactlyOnceWith({ code: "123456" });
  });

  it("says a refused code by a toast, stays on, and selects the code", async () => {
    await open({ disableMfa: () => Promise.reject(new AppError("unexpected")) }, WITH_FACTOR);
    await field.fill("123456");
    await disable.click();
    await question.getByRole("button", { name: "Disable MFA" }).click();
    await seeToast("Failed to disable MFA");
    await expect.element(page.getByText(/MFA is enabled/)).toBeVisible();
    await expectSelected(field);
  });
});
