/** What a person meets who adds another account: three steps, of which nothing typed is lost. */
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { AddAccountDialog } from "./AddAccountDialog.tsx";

const EMAIL = "bob@example.com";
const PASSWORD = "Correct-Horse-77!";
const opener = page.getByRole("button", { name: "Add another account" });
const dialog = page.getByRole("dialog");
const email = page.getByLabelText("Email");
const code = page.getByLabelText("Verification code");
const password = page.getByLabelText("Master Password", { exact: true });
const confirmation = page.getByLabelText("Confirm Master Password", { exact: true });
const send = page.getByRole("button", { name: "Send Verification Code" });
const verify = page.getByRole("button", { name: "Verify Code" });
const create = page.getByRole("button", { name: "Create Profile" });
const back = page.getByRole("button", { name: "Back" });

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

/** What is known of the code that was mailed. */
const SENT = { codeLength: 6 };
const WILLING: Account = {
  sendProfileCode: async () => SENT,
  verifyProfileCode: async () => undefined,
  createProfile: async () => ({ recoveryKey: "AAAA-BBBB" }),
};

function Menu() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Add another account
      </button>
      <AddAccountDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

async function open(account: Account = {}) {
  await renderApp(<Menu />, { client: fakeClient({ session: ANN, account: { ...WILLING, ...account } }), at: "browser" });
  await opener.click();
  await expect.element(email).toHaveFocus();
}

async function toCode(): Promise<void> {
  await userEvent.keyboard(EMAIL);
  await send.click();
  await seeToast("Verification code sent to your email");
  await expect.element(code).toHaveFocus();
}

async function toPassword(): Promise<void> {
  await toCode();
  await userEvent.keyboard("123456");
  await seeToast("Email verified successfully");
  await expect.element(password).toHaveFocus();
}

async function closeAndOpen(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

describe("each step", () => {
  it("asks for what is missing, with the focus there, and sends nothing", async () => {
    const sendProfileCode = vi.fn(async () => SENT);
    await open({ sendProfileCode });
    await send.click();
    await expect.element(page.getByText("Email is required")).toBeVisible();
    await expect.element(email).toHaveFocus();
    expect(sendProfileCode).not.toHaveBeenCalled();
    await toCode();
    await verify.click();
    await expect.element(page.getByText("Verification code is required")).toBeVisible();
    await userEvent.keyboard("123456");
    await seeToast("Email verified successfully");
    await password.fill(PASSWORD);
    await create.click();
    await expect.element(page.getByText("Passwords do not match")).toBeVisible();
    await expect.element(confirmation).toHaveFocus();
    await password.fill("Liverpool1!");
    await confirmation.fill("Liverpool1!");
    await create.click();
    await expect.element(page.getByText(/^This password is too easy to guess\./)).toBeVisible();
    await expect.element(password).toHaveFocus();
  });

  it("says a refusal by a toast and keeps what was typed", async () => {
    const refuse = () => Promise.reject(new TypeError("Failed to fetch"));
    const account = { sendProfileCode: vi.fn(refuse), verifyProfileCode: vi.fn(refuse), createProfile: vi.fn(refuse) };
    await open(account);
    await userEvent.keyboard(EMAIL);
    await send.click();
    await seeToast("An error occurred while sending the verification code");
    await expect.element(email).toHaveValue(EMAIL);
    account.sendProfileCode.mockResolvedValueOnce(SENT as never);
    await send.click();
    await seeToast("Verification code sent to your email");
    await userEvent.keyboard("123456");
    await seeToast("An error occurred while verifying the code");
    await expect.element(code).toHaveValue("123456");
    await expectSelected(code);
    account.verifyProfileCode.mockResolvedValueOnce(undefined as never);
    await verify.click();
    await seeToast("Email verified successfully");
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
    await create.click();
    await seeToast("An error occurred while creating the profile");
    await expect.element(password).toHaveValue(PASSWORD);
  });

  it("refuses the user's own address before anything is mailed (A-12)", async () => {
    const sendProfileCode = vi.fn(async () => SENT);
    await open({ sendProfileCode });
    await email.fill(ANN.user.email);
    await send.click();
    await expect.element(page.getByText("You are signed in with this address already.")).toBeVisible();
    expect(sendProfileCode).not.toHaveBeenCalled();
  });

  it("remembers a code that was taken: who goes back is not asked for one that is spent (A-6)", async () => {
    const verifyProfileCode = vi.fn(async () => undefined);
    await open({ verifyProfileCode });
    await toPassword();
    await back.click();
    await verify.click();
    await expect.element(password).toBeVisible();
    expect(verifyProfileCode).toHaveBeenCalledTimes(1);
  });

  it("is sent once however often it is pressed", async () => {
    const answer = Promise.withResolvers<typeof SENT>();
    const sendProfileCode = vi.fn(() => answer.promise);
    await open({ sendProfileCode });
    await userEvent.keyboard(EMAIL);
    await pressTwice(send);
    await expect.element(send).toBeDisabled();
    answer.resolve(SENT);
    await expect.element(code).toBeVisible();
    expect(sendProfileCode).toHaveBeenCalledTimes(1);
  });

  it("is found again as it was when the dialog is closed and opened", async () => {
    await open();
    await userEvent.keyboard(EMAIL);
    await closeAndOpen();
    await expect.element(email).toHaveValue(EMAIL);
    await send.click();
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard("123");
    await closeAndOpen();
    await expect.element(code).toHaveValue("123");
    await userEvent.keyboard("456");
    await password.fill(PASSWORD);
    await closeAndOpen();
    await expect.element(password).toHaveValue(PASSWORD);
  });

  it("leads back to the one before, which still holds what was typed", async () => {
    await open();
    await toPassword();
    await back.click();
    await expect.element(code).toHaveValue("123456");
    await back.click();
    await expect.element(email).toHaveValue(EMAIL);
    await expect.element(back).not.toBeInTheDocument();
  });
});

it("ends with a new profile and its recovery key; opened again it starts over", async () => {
  const createProfile = vi.fn(async () => ({ recoveryKey: "AAAA-BBBB" }));
  await open({ createProfile });
  await toPassword();
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await create.click();
  await seeToast("Profile added successfully");
  expect(createProfile).toHaveBeenCalledExactlyOnceWith({ email: EMAIL, password: PASSWORD, hint: null });
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  await expect.element(kit).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close anyway" }).click();
  await expect.element(kit).not.toBeInTheDocument();
  await opener.click();
  await expect.element(email).toHaveValue("");
});

it("is what the browser's Back closes, and the page behind it stays", async () => {
  history.pushState({ idx: 0 }, "", "/before");
  history.pushState({ idx: 1 }, "", "/all-items");
  await open();
  await userEvent.keyboard(EMAIL);
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => location.pathname).toBe("/all-items");
  await opener.click();
  await expect.element(email).toHaveValue(EMAIL);
});

it("says so when no one is signed in any more", async () => {
  await renderApp(<AddAccountDialog opened onClose={() => undefined} />, { client: fakeClient({ account: WILLING }) });
  await toPassword();
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  await create.click();
  await seeToast("User ID not found. Please try logging in again.");
});
