/** What a person meets at registration: the gate, the form, and the way to the recovery key. */
import type { Invitation } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { pressTwice } from "../../testing/fields.ts";
import { noConnection } from "../../testing/no-connection.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { RegisterPage } from "./RegisterPage.tsx";

const PASSWORD = "Correct-Horse-77!";
const OPEN: Invitation = {
  ...{ email: null, team_name: null, role_name: "Member", invited_by_email: null, expires_at: "2026-01-01T00:00:00Z" },
  ...{ userExists: false, is_mailed: false },
};

const email = page.getByLabelText("Email address");
const password = page.getByLabelText("Master Password", { exact: true });
const confirmation = page.getByLabelText("Confirm Master Password", { exact: true });
const hint = page.getByLabelText("Master Password Hint (Optional)");
const create = page.getByRole("button", { name: "Create Account" });
const alert = page.getByRole("alert");

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account = {}, invitation: Invitation = OPEN, rememberInvitation = async (_: unknown): Promise<void> => undefined) =>
  renderApp(<RegisterPage />, {
    client: fakeClient({ account: { invitation: async () => invitation, ...account }, team: { rememberInvitation } }),
    at: `/register?token=${encodeURIComponent(encodeInvitation({ token: "secret-token" }))}#handed-over`,
  });

async function fill(): Promise<void> {
  await email.fill("ada@example.com");
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
}

describe("the gate", () => {
  it("is shut without a link, with a broken one, and with one the server no longer knows", async () => {
    const refused = vi.fn(() => Promise.reject(new AppError("unexpected")));
    const client = fakeClient({ account: { invitation: refused } });
    await (await renderApp(<RegisterPage />, { client, at: "/register" })).unmount();
    const shut = await renderApp(<RegisterPage />, { client, at: "/register?token=%25%25" });
    await expect.element(alert).toHaveTextContent("Invalid invitation link format.");
    await shut.unmount();
    await open({ invitation: refused });
    await expect.element(alert).toHaveTextContent("Invalid or expired invitation link. Please request a new invitation.");
    await expect.element(create).not.toBeInTheDocument();
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it("says of a link that is void why that may be, and what to do", async () => {
    await open({ invitation: () => Promise.reject(new AppError("invalid_invitation")) });
    await expect.element(alert).toHaveTextContent("Invalid or expired invitation link. Please request a new invitation.");
    await expect.element(page.getByText("ask the person who invited you for a new one", { exact: false })).toBeVisible();
  });

  it("says of a link whose sender may invite no more whom to ask, and offers no second try", async () => {
    await open({ invitation: () => Promise.reject(new AppError("invitation_unbacked")) });
    await expect.element(alert).toHaveTextContent("Please ask an administrator of the team for a new one.");
    await expect.element(page.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    await expect.element(create).not.toBeInTheDocument();
  });

  it("helps a visitor without a link: it says where an invitation comes from, and opens one that is pasted", async () => {
    await renderApp(<RegisterPage />, { client: fakeClient({ account: { invitation: async () => OPEN } }), at: "/register" });
    const sentence = "Direct registration is not allowed. Please ask your administrator for an invitation.";
    await expect.element(page.getByRole("status").getByText(sentence)).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    const link = page.getByLabelText("Invitation link");
    await link.fill("https://vault.example/login");
    await page.getByRole("button", { name: "Open invitation" }).click();
    await expect.element(page.getByText("Invalid invitation link format.")).toBeVisible();
    await link.fill(`https://vault.example/register?token=${encodeInvitation({ token: "secret-token" })}`);
    await page.getByRole("button", { name: "Open invitation" }).click();
    await expect.element(email).toHaveFocus();
  });

  it("says that there is no connection rather than that the link is bad, and goes on once there is one (A-10)", async () => {
    const invitation = vi.fn<() => Promise<Invitation>>().mockRejectedValueOnce(noConnection()).mockResolvedValueOnce(OPEN);
    await open({ invitation });
    await expect.element(alert).toHaveTextContent("There is no connection to the server.");
    await expect.element(page.getByText("Invalid or expired invitation link", { exact: false })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(email).toHaveFocus();
  });

  it("of an invitation into a team says who sends it and what a team may do, the end of the account among it: to register is to agree", async () => {
    const invited = { email: "eve@example.com", team_name: "Engineering", invited_by_email: "grace@example.com" };
    await open({}, { ...OPEN, ...invited });
    await expect.element(page.getByText("grace@example.com invites you to the team Engineering, with the role Member.")).toBeVisible();
    const terms = page.getByRole("region", { name: "What a team may do" });
    await expect.element(terms.getByText("its administrators can delete it", { exact: false })).toBeVisible();
    await expect.element(terms.getByText("turn off your two-factor authentication", { exact: false })).toBeVisible();
    await expect.element(terms.getByText("cannot delete", { exact: false })).not.toBeInTheDocument();
  });

  it("of an invitation into no team says nothing of teams", async () => {
    await open();
    await expect.element(create).toBeVisible();
    await expect.element(page.getByText("team", { exact: false })).not.toBeInTheDocument();
  });

  it("takes the email from an invitation that names one, and does not ask for it", async () => {
    const register = vi.fn(async () => ({ recoveryKey: "AAAA-BBBB" }));
    const arrived = vi.fn(async (_: unknown) => undefined);
    await open({ register }, { ...OPEN, email: "eve@example.com" }, arrived);
    await expect.element(password).toHaveFocus();
    await expect.element(email).not.toBeInTheDocument();
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
    await create.click();
    await expect.poll(() => register.mock.calls.length, { timeout: 10_000 }).toBe(1);
    expect(register).toHaveBeenCalledWith({ token: "secret-token", email: "eve@example.com", password: PASSWORD, hint: null });
    // The secret of the link stays on this device, until its owner has signed in.
    await expect.poll(() => arrived.mock.calls).toEqual([[{ email: "eve@example.com", fragment: "#handed-over" }]]);
  });
});

describe("the form", () => {
  it("says what is wrong in a red alert, with the focus on the field it is about, until that is put right", async () => {
    await open();
    await expect.element(email).toHaveFocus();
    await fill();
    await email.fill("nobody");
    await create.click();
    await expect.element(alert).toHaveTextContent("Please enter a valid email address");
    await expect.element(email).toHaveFocus();
    await email.fill("ada@example.com");
    await expect.element(alert).not.toBeInTheDocument();
    await confirmation.fill("Correct-Horse-78!");
    await create.click();
    await expect.element(alert).toHaveTextContent("Passwords do not match");
    await expect.element(confirmation).toHaveFocus();
    await confirmation.fill(PASSWORD);
    await hint.fill(`it is ${PASSWORD}`);
    await create.click();
    await expect.element(alert).toHaveTextContent("The hint must not give away your password");
    await expect.element(hint).toHaveFocus();
  });

  it.each([
    ["Liverpool1!", /^This password is too easy to guess\. This is similar to a commonly used password\./],
    ["Lovely-ada-Horse-77!", /^Your password holds a part of your email/],
    ["Lovely-Coffer-Horse-77!", /^Your password holds the name Coffer/],
  ])("refuses %s, which keeps the rules and is guessed soon, and sends nothing", async (weak, reason) => {
    await open();
    await fill();
    await password.fill(weak);
    await confirmation.fill(weak);
    await create.click();
    await expect.element(alert).toHaveTextContent(reason);
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue(weak);
  });

  it("makes one account however often it is pressed, and leads to the recovery key", async () => {
    const answer = Promise.withResolvers<{ recoveryKey: string }>();
    const register = vi.fn(() => answer.promise);
    await open({ register });
    await fill();
    await hint.fill(" the usual ");
    await pressTwice(create);
    await expect.element(page.getByRole("button", { name: "Creating Accounts..." })).toBeDisabled();
    answer.resolve({ recoveryKey: "AAAA-BBBB" });
    await seeToast("Registration successful");
    await expect.element(page.getByTestId("address")).toHaveTextContent("/login");
    expect(register).toHaveBeenCalledExactlyOnceWith({
      token: "secret-token",
      email: "ada@example.com",
      password: PASSWORD,
      hint: "the usual",
    });
    expect(newRecoveryKey.current()).toEqual({ email: "ada@example.com", recoveryKey: "AAAA-BBBB" });
  });

  it("names a lost connection, and that what was typed stays (A-10)", async () => {
    await open({ register: () => Promise.reject(noConnection()) });
    await fill();
    await create.click();
    await expect
      .element(alert)
      .toHaveTextContent("There is no connection to the server. What you typed stays here. Try again once it is back.");
    await expect.element(password).toHaveValue(PASSWORD);
  });

  it("keeps everything that was typed when the server refuses", async () => {
    await open({ register: () => Promise.reject(new AppError("unexpected")) });
    await fill();
    await create.click();
    await expect.element(alert).toHaveTextContent("Some error occurred");
    await expect.element(email).toHaveValue("ada@example.com");
    await expect.element(password).toHaveValue(PASSWORD);
    await expect.element(confirmation).toHaveValue(PASSWORD);
    await expect.element(page.getByTestId("address")).toHaveTextContent("/register");
  });

  it("makes a strong password and fills both fields with it; the meter shows once something is typed", async () => {
    await open();
    await expect.element(page.getByText("Password strength:")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Generate a Strong Password" }).click();
    const made = (password.element() as HTMLInputElement).value;
    expect(made.length).toBeGreaterThan(11);
    await expect.element(confirmation).toHaveValue(made);
    await expect.element(page.getByText("Very Strong")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Copy generated master password" })).toBeVisible();
    await password.fill("x");
    await expect.element(page.getByRole("button", { name: "Copy generated master password" })).not.toBeInTheDocument();
  });
});

describe("a link that was handed over", () => {
  const INVITED: Invitation = { ...OPEN, email: "ada@example.com", needs_code: true };
  const code = page.getByLabelText("Code from the email");

  it("asks for a code from the mailbox, and registers with it", async () => {
    const register = vi.fn(async (_: unknown) => ({ recoveryKey: "RECOVERY-KEY" }));
    const sendInvitationCode = vi.fn(async (_: unknown) => ({ codeLength: 6 }));
    await open({ register, sendInvitationCode }, INVITED);
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
    await create.click();
    await expect.element(page.getByText("Enter the code from the email.")).toBeVisible();
    expect(register).not.toHaveBeenCalled();
    await page.getByRole("button", { name: "Email me a code" }).click();
    expect(sendInvitationCode).toHaveBeenCalledWith({ token: "secret-token" });
    await code.fill("123456");
    await create.click();
    await expect.poll(() => register.mock.calls).toHaveLength(1);
    expect(register).toHaveBeenCalledWith(expect.objectContaining({ email: "ada@example.com", code: "123456" }));
  });
});
