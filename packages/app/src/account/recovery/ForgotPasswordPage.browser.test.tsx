/** What a person meets who has forgotten the master password: one address, two things that can be mailed to it. */
import { AppError } from "@coffer/contract/errors";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { ForgotPasswordPage } from "./ForgotPasswordPage.tsx";
import { recoveryEmail } from "./recovery-email.ts";

const EMAIL = "ann@example.com";
const SENT = /its hint is on the way/;
const email = page.getByLabelText("Email");
const hint = page.getByRole("button", { name: "Send Password Hint" });
const reset = page.getByRole("button", { name: "Reset Password" });
const address = page.getByTestId("address");

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account = {}) => renderApp(<ForgotPasswordPage />, { client: fakeClient({ account }), at: "/forgot-password" });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("asks for an address under its field, whichever button was pressed, and for one that can be one", async () => {
  await open();
  for (const button of [hint, reset]) {
    await button.click();
    await expect.element(page.getByText("Please enter your email address")).toBeVisible();
    await expect.element(email).toHaveFocus();
    await userEvent.keyboard("a");
    await expect.element(page.getByText("Please enter your email address")).not.toBeInTheDocument();
    await button.click();
    await expect.element(page.getByText("Please enter a valid email address")).toBeVisible();
    await email.fill("");
  }
});

it("sends the hint once and says so, until another address is typed", async () => {
  const answer = Promise.withResolvers<void>();
  const sendHint = vi.fn(() => answer.promise);
  await open({ sendHint });
  await email.fill(` ${EMAIL} `);
  await pressTwice(hint);
  await expect.element(reset).toBeDisabled();
  answer.resolve();
  await expect.element(page.getByText(SENT)).toBeVisible();
  expect(sendHint).toHaveBeenCalledExactlyOnceWith({ email: EMAIL });
  await email.fill("bob@example.com");
  await expect.element(page.getByText(SENT)).not.toBeInTheDocument();
});

it("goes on to the recovery of that address; Enter is the reset", async () => {
  const forgotPassword = vi.fn(async () => ({ codeLength: 6 }));
  await open({ forgotPassword });
  await email.fill(EMAIL);
  await userEvent.keyboard("{Enter}");
  await expect.element(address).toHaveTextContent("/account-recovery");
  expect(forgotPassword).toHaveBeenCalledExactlyOnceWith({ email: EMAIL });
  expect(recoveryEmail.find()).toBe(EMAIL);
});

it("says of either button what became of it, and keeps the address", async () => {
  await open({
    sendHint: () => Promise.reject(new AppError("unexpected")),
    forgotPassword: () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await email.fill(EMAIL);
  await hint.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to get password hint");
  await reset.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to initiate password reset");
  await expect.element(email).toHaveValue(EMAIL);
  await expect.element(address).toHaveTextContent("/forgot-password");
});
