/** What a person meets at sign-in: the password, the second factor, the request for help. */
import type { LoginOutcome, SignedIn } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { ForgotPasswordPage } from "../recovery/ForgotPasswordPage.tsx";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { LoginPage } from "./LoginPage.tsx";

const EMAIL = "ann@example.com";
const email = page.getByLabelText("Email");
const password = page.getByLabelText("Master Password", { exact: true });
const signIn = page.getByRole("button", { name: "Sign in", exact: true });
const alert = page.getByRole("alert");

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account = {}) => renderApp(<LoginPage />, { client: fakeClient({ account }), at: "/login" });

async function giveCredentials(): Promise<void> {
  await email.fill(EMAIL);
  await password.fill("Some-Password-1!");
  await signIn.click();
}

beforeEach(() => localStorage.clear());

describe("the password", () => {
  it("comes after the email, which has the focus", async () => {
    await open();
    await expect.element(email).toHaveFocus();
  });

  it("has the focus where the email was remembered", async () => {
    localStorage.setItem("rememberedEmail", EMAIL);
    await open();
    await expect.element(password).toHaveFocus();
    await expect.element(email).toHaveValue(EMAIL);
  });

  it("can be typed and sent before the client is loaded; it is sent once the client is there", async () => {
    const login = vi.fn(async (): Promise<LoginOutcome> => ({ step: "signed-in", isDeletionTakenBack: false }));
    const client = fakeClient({ account: { login } });
    const loading = Promise.withResolvers<typeof client>();
    await renderApp(<LoginPage />, { client, loading: loading.promise, at: "/login" });
    await giveCredentials();
    expect(login).not.toHaveBeenCalled();
    loading.resolve(client);
    await expect.poll(() => login.mock.calls).toEqual([[{ email: EMAIL, password: "Some-Password-1!" }]]);
  });

  it("that cannot be sent because the client does not load is still there, and the form says so", async () => {
    const loading = Promise.withResolvers<never>();
    await renderApp(<LoginPage />, { client: fakeClient(), loading: loading.promise, at: "/login" });
    await giveCredentials();
    loading.reject(new TypeError("Failed to fetch dynamically imported module"));
    await expect.element(alert).toHaveTextContent("An error occurred during login");
    await expect.element(password).toHaveValue("Some-Password-1!");
  });

  it("is followed by the code also where the client has loaded only at the second try", async () => {
    const client = fakeClient({ account: { login: async () => ({ step: "code", tempToken: "token" }) } });
    let tries = 0;
    const later = () =>
      tries++ === 0 ? Promise.reject(new TypeError("Failed to fetch dynamically imported module")) : Promise.resolve(client);
    await renderApp(<LoginPage />, { client, later, at: "/login" });
    await giveCredentials();
    await expect.element(page.getByLabelText("Authentication code")).toBeVisible();
  });

  it("and the email are both needed; the focus goes to the one that is missing, and nothing is sent", async () => {
    await open();
    await email.fill(EMAIL);
    await signIn.click();
    await expect.element(alert).toHaveTextContent("Please fill in all fields");
    await expect.element(password).toHaveFocus();
    await userEvent.keyboard("x");
    await expect.element(alert).not.toBeInTheDocument();
  });

  it("is tried once however often it is pressed, and the button says so", async () => {
    const answer = Promise.withResolvers<LoginOutcome>();
    const login = vi.fn(() => answer.promise);
    await open({ login });
    await email.fill(` ${EMAIL}`);
    await password.fill("Some-Password-1!");
    await pressTwice(signIn);
    await expect.element(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
    expect(login).toHaveBeenCalledTimes(1);
    answer.resolve({ step: "signed-in", isDeletionTakenBack: false });
  });

  it("that is wrong stays in its field, selected, with the reason above the button", async () => {
    await open({ login: () => Promise.reject(new AppError("invalid_credentials")) });
    await giveCredentials();
    await expect.element(alert).toHaveTextContent("Invalid credentials");
    await expectSelected(password);
    await expect.element(email).toHaveValue(EMAIL);
  });

  it("is remembered never, the email only where that is wanted", async () => {
    await open({ login: async () => ({ step: "code", tempToken: "t" }) });
    await page.getByText("Remember me").click();
    await giveCredentials();
    await expect.element(page.getByLabelText("Authentication code")).toHaveFocus();
    expect(Object.values(localStorage)).toEqual([EMAIL]);
    await page.getByRole("button", { name: "Sign in as someone else" }).click();
    await expect.element(password).toHaveValue("");
    await page.getByText("Remember me").click();
    await giveCredentials();
    await expect.element(page.getByLabelText("Authentication code")).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });
});

describe("the second factor", () => {
  const code = page.getByLabelText("Authentication code");
  const verify = page.getByRole("button", { name: "Verify Code" });

  const atCode = async (account: Account) => {
    await open({ login: async () => ({ step: "code", tempToken: "first-step" }), ...account });
    await giveCredentials();
    await expect.element(code).toHaveFocus();
  };

  it("goes with its sixth digit; a wrong one is selected, so that the next replaces it", async () => {
    const verifyCode = vi.fn<() => Promise<SignedIn>>(() => Promise.reject(new AppError("invalid_mfa_code")));
    await atCode({ verifyCode });
    await userEvent.keyboard("a1b2c3456");
    await expect.element(page.getByText("Invalid MFA code")).toBeVisible();
    expect(verifyCode).toHaveBeenCalledExactlyOnceWith({ tempToken: "first-step", code: "123456" });
    await expectSelected(code);
    await userEvent.keyboard("7");
    await expect.element(code).toHaveValue("7");
    await expect.element(page.getByText("Invalid MFA code")).not.toBeInTheDocument();
  });

  it("is asked for when the button is pressed without one", async () => {
    await atCode({});
    await verify.click();
    await expect.element(page.getByText("Please enter the MFA code")).toBeVisible();
    await expect.element(code).toHaveFocus();
  });

  it("may be a recovery code, which is kept where it is refused", async () => {
    const verifyCode = vi.fn<() => Promise<SignedIn>>(() => Promise.reject(new AppError("invalid_mfa_code")));
    await atCode({ verifyCode });
    await page.getByRole("button", { name: "Use a backup code" }).click();
    const recovery = page.getByLabelText("Backup code");
    await expect.element(recovery).toHaveFocus();
    await recovery.fill("abcde-12345");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Invalid MFA code")).toBeVisible();
    await expect.element(recovery).toHaveValue("abcde-12345");
    expect(verifyCode).toHaveBeenCalledExactlyOnceWith({ tempToken: "first-step", code: "abcde-12345" });
  });

  it("that took too long leads back to the password, with the reason and the email", async () => {
    await atCode({ verifyCode: () => Promise.reject(new AppError("temp_token_expired")) });
    await userEvent.keyboard("123456");
    await expect.element(alert).toHaveTextContent("This took too long. Please sign in again.");
    await expect.element(password).toHaveValue("");
    await expect.element(password).toHaveFocus();
    await expect.element(email).toHaveValue(EMAIL);
  });

  it("that cannot be given: help is asked for once, a refusal keeps the message, and the code typed before is still there", async () => {
    const requestMfaHelp = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await atCode({ requestMfaHelp });
    await userEvent.keyboard("12");
    await page.getByRole("button", { name: "Having trouble with your authenticator app?" }).click();
    const message = page.getByLabelText("Message to the administrator");
    const send = page.getByRole("button", { name: "Send Request to Admin" });
    await expect.element(message).toHaveFocus();
    await send.click();
    await expect.element(page.getByText("Please provide a message for the administrator")).toBeVisible();
    await message.fill("My phone fell into the harbour.");
    await pressTwice(send);
    await seeToast("An error occurred while sending your request");
    await expect.element(message).toHaveValue("My phone fell into the harbour.");
    requestMfaHelp.mockRejectedValueOnce(new AppError("nobody_to_help"));
    await send.click();
    await expect.element(page.getByText(/the command `npm run admin -- remove-2fa`/)).toBeVisible();
    await expect.element(message).toHaveValue("My phone fell into the harbour.");
    requestMfaHelp.mockResolvedValueOnce(undefined);
    await send.click();
    await seeToast("Your request has been sent to the administrator");
    await expect.element(code).toHaveValue("12");
    expect(requestMfaHelp).toHaveBeenCalledTimes(3);
  });
});

describe("a sign-in that keeps an account from being deleted", () => {
  const told = page.getByRole("alertdialog", { name: "Your account stays" });
  const password = page.getByLabelText("Master Password", { exact: true });

  it("says so, and stays until it was read", async () => {
    await open({ login: async () => ({ step: "signed-in", isDeletionTakenBack: true }) });
    await giveCredentials();
    await expect.element(told).toHaveTextContent("Signing in canceled that, so the account and everything in it stay.");
    await told.getByRole("button", { name: "OK" }).click();
    await expect.element(told).not.toBeInTheDocument();
  });

  it("says so after the second factor too, and says nothing after any other sign-in", async () => {
    const verifyCode = vi.fn(async () => ({ isDeletionTakenBack: verifyCode.mock.calls.length === 2 }));
    const login = vi.fn(async (): Promise<LoginOutcome> => ({ step: "code", tempToken: "first-step" }));
    await open({ login, verifyCode });
    await giveCredentials();
    await page.getByLabelText("Authentication code").fill("123456");
    await expect.poll(() => verifyCode.mock.calls.length).toBe(1);
    await expect.element(told).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Sign in as someone else" }).click();
    await expect.element(password).toBeVisible();
    await giveCredentials();
    await page.getByLabelText("Authentication code").fill("123456");
    await expect.element(told).toBeVisible();
  });
});

it("shows the recovery key of an account just made until it was saved", async () => {
  localStorage.setItem("rememberedEmail", "bob@example.com");
  newRecoveryKey.keep({ email: EMAIL, recoveryKey: "AAAA-BBBB-CCCC" });
  await open();
  await expect.element(page.getByRole("dialog", { name: "Save your recovery key" })).toBeVisible();
  newRecoveryKey.forget();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  // Its address is there already, also where another one is remembered.
  await expect.element(email).toHaveValue(EMAIL);
});

it("takes the address that was typed along to the page for a forgotten password", async () => {
  const pages = (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
    </Routes>
  );
  await renderApp(pages, { client: fakeClient(), at: "/login" });
  await email.fill(` ${EMAIL} `);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect.element(page.getByRole("heading", { name: "Forgot master password" })).toBeVisible();
  await expect.element(email).toHaveValue(EMAIL);
});
