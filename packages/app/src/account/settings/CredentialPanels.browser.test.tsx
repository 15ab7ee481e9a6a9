/** What a person meets who changes the master password or the email. */
import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { EmailPanel } from "./EmailPanel.tsx";
import { PasswordPanel } from "./PasswordPanel.tsx";

const alert = page.getByRole("alert");
const cancel = page.getByRole("button", { name: "Cancel" });

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;
const clientOf = (account: Account) => fakeClient({ session: ANN, account });

describe("the master password", () => {
  const OLD = "Old-Horse-77!";
  const NEW = "New-Horse-88!";
  const current = page.getByLabelText("Current master password", { exact: true });
  const next = page.getByLabelText("New master password", { exact: true });
  const confirmation = page.getByLabelText("Confirm new master password", { exact: true });
  const change = page.getByRole("button", { name: "Change master password" });
  const allKeys = page.getByRole("checkbox", { name: "Also renew all keys" });
  const STAYS = /The keys stay the same: anyone who has the old master password and a copy of the server's data from before/;

  const open = async (account: Account = {}) => {
    await renderApp(<PasswordPanel id="password" title="Master password" />, { client: clientOf(account) });
    await change.click();
    await expect.element(current).toHaveFocus();
  };
  const fill = async () => {
    await current.fill(OLD);
    await next.fill(NEW);
    await confirmation.fill(NEW);
  };

  it("wants the old one and a good new one, with the focus on what is wrong", async () => {
    await open();
    await userEvent.keyboard(OLD);
    await change.click();
    await expect.element(alert).toHaveTextContent("Please fill in all fields");
    await expect.element(next).toHaveFocus();
    await fill();
    await confirmation.fill(OLD);
    await change.click();
    await expect.element(alert).toHaveTextContent("Passwords do not match");
    await expect.element(confirmation).toHaveFocus();
  });

  it("is not one that is guessed soon", async () => {
    await open();
    await fill();
    await next.fill("Liverpool1!");
    await confirmation.fill("Liverpool1!");
    await change.click();
    await expect.element(alert).toHaveTextContent("This password is too easy to guess.");
    await expect.element(next).toHaveFocus();
  });

  it("comes with new keys unless they are declined: how far it is, then the new recovery key to be saved", async () => {
    const answer = Promise.withResolvers<{ recoveryKey: string }>();
    const renewAllKeys = vi.fn(({ onProgress }: { onProgress?: (percent: number) => void }) => {
      onProgress?.(40);
      return answer.promise;
    });
    await open({ renewAllKeys: renewAllKeys as never });
    await expect.element(allKeys).toBeChecked();
    await expect.element(page.getByText(/opens nothing you have today\. You also get a new recovery key\./)).toBeVisible();
    await fill();
    await pressTwice(change);
    await expect.element(page.getByRole("progressbar", { name: "Progress of the new keys" })).toHaveAttribute("aria-valuenow", "40");
    await expect.element(page.getByText(/Everything is changed at once, at the very end/)).toBeVisible();
    answer.resolve({ recoveryKey: "AAAA-BBBB" });
    await seeToast("Master password changed. Please save your new recovery key.");
    expect(renewAllKeys).toHaveBeenCalledExactlyOnceWith({
      current: OLD,
      next: { password: NEW, hint: null },
      onProgress: expect.anything(),
    });
    expect(newRecoveryKey.current()).toEqual({ email: ANN.user.email, recoveryKey: "AAAA-BBBB" });
  });

  it("deletes the earlier versions of items with the new keys where that is chosen, and offers it with new keys alone", async () => {
    const renewAllKeys = vi.fn(async () => ({ recoveryKey: "AAAA-BBBB" }));
    await open({ renewAllKeys: renewAllKeys as never });
    const versions = page.getByRole("checkbox", { name: "Delete the earlier versions of my items" });
    await expect.element(versions).not.toBeChecked();
    await allKeys.click();
    await expect.element(versions).not.toBeInTheDocument();
    await allKeys.click();
    await versions.click();
    await fill();
    await change.click();
    await seeToast("Master password changed. Please save your new recovery key.");
    expect(renewAllKeys.mock.calls).toMatchObject([[{ current: OLD, deletesVersions: true }]]);
  });

  it("says that a hint left empty takes away the one of before (A-14)", async () => {
    await open({});
    await expect.element(page.getByText(/Left empty, you have no hint: the one of before goes\./)).toBeVisible();
  });

  it("keeps the choice and what was typed when the new keys are refused", async () => {
    await open({ renewAllKeys: () => Promise.reject(new AppError("stale_head")) });
    await fill();
    await change.click();
    await expect.element(alert).toHaveTextContent(new AppError("stale_head").message);
    await expect.element(next).toHaveValue(NEW);
    await expect.element(allKeys).toBeChecked();
    expect(newRecoveryKey.current()).toBeNull();
  });

  it("without new keys is changed once, and says what the old one still opens; the form goes and takes the passwords with it", async () => {
    const answer = Promise.withResolvers<void>();
    const changePassword = vi.fn(() => answer.promise);
    await open({ changePassword });
    await expect.element(page.getByText(STAYS)).not.toBeInTheDocument();
    await allKeys.click();
    await expect.element(page.getByText(STAYS)).toBeVisible();
    await fill();
    await pressTwice(change);
    await expect.element(page.getByRole("button", { name: "Changing..." })).toBeDisabled();
    answer.resolve();
    await seeToast("Master password changed");
    expect(changePassword).toHaveBeenCalledExactlyOnceWith({ current: OLD, next: NEW, hint: null });
    await change.click();
    await expect.element(current).toHaveValue("");
  });

  it("keeps what was typed when it is refused, until the change is given up", async () => {
    await open({ renewAllKeys: () => Promise.reject(new AppError("unexpected")) });
    await fill();
    await change.click();
    await expect.element(alert).toHaveTextContent("Failed to change the master password");
    await expect.element(current).toHaveValue(OLD);
    await expect.element(next).toHaveValue(NEW);
    await cancel.click();
    await change.click();
    await expect.element(current).toHaveValue("");
  });
});

describe("the email", () => {
  const email = page.getByLabelText("New email");
  const password = page.getByLabelText("Master password", { exact: true });
  const code = page.getByLabelText("Verification code");
  const send = page.getByRole("button", { name: "Send Verification Code" });
  const change = page.getByRole("button", { name: "Change email" });

  const open = async (account: Account = {}) => {
    await renderApp(<EmailPanel id="email" title="Email" />, { client: clientOf(account) });
    await change.click();
    await expect.element(email).toHaveFocus();
  };
  const fill = async () => {
    await email.fill(" new@example.com ");
    await password.fill("Some-Password-1!");
  };

  it("wants a new address and the password, and says under which conditions", async () => {
    await open();
    await expect.element(page.getByText(ANN.user.email)).toBeVisible();
    await email.fill("new");
    await send.click();
    await expect.element(alert).toHaveTextContent("Please fill in all fields");
    await expect.element(password).toHaveFocus();
    await password.fill("x");
    await send.click();
    await expect.element(alert).toHaveTextContent("Please enter a valid email address");
    await expect.element(email).toHaveFocus();
  });

  it("must not be the current one: that is said at once, and nothing is mailed (A-12)", async () => {
    const requestEmailChange = vi.fn(async () => ({ codeLength: 6 }));
    await open({ requestEmailChange });
    await email.fill(` ${ANN.user.email.toUpperCase()} `);
    await password.fill("Some-Password-1!");
    await send.click();
    await expect.element(page.getByText("This is your email already.")).toBeVisible();
    await expect.element(email).toHaveFocus();
    expect(requestEmailChange).not.toHaveBeenCalled();
  });

  it("is changed by the code that was mailed to it", async () => {
    const requestEmailChange = vi.fn(async () => ({ codeLength: 6 }));
    const changeEmail = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new AppError("invalid_code"));
    await open({ requestEmailChange, changeEmail });
    await fill();
    await pressTwice(send);
    await expect.element(code).toHaveFocus();
    await expect.element(page.getByText("new@example.com")).toBeVisible();
    expect(requestEmailChange).toHaveBeenCalledExactlyOnceWith({ password: "Some-Password-1!", email: "new@example.com" });
    await userEvent.keyboard("111111");
    await expect.element(page.getByText(new AppError("invalid_code").message)).toBeVisible();
    await expect.element(code).toHaveFocus();
    changeEmail.mockResolvedValueOnce(undefined);
    await userEvent.keyboard("222222");
    await seeToast("Email changed");
    expect(changeEmail).toHaveBeenLastCalledWith({ password: "Some-Password-1!", email: "new@example.com", code: "222222" });
    await expect.element(change).toBeVisible();
  });

  it("keeps address and password when the code cannot be sent, and forgets them when it is given up", async () => {
    await open({ requestEmailChange: () => Promise.reject(new TypeError("Failed to fetch")) });
    await fill();
    await send.click();
    await expect.element(alert).toHaveTextContent("Failed to change the email");
    await expect.element(password).toHaveValue("Some-Password-1!");
    await cancel.click();
    await change.click();
    await expect.element(password).toHaveValue("");
  });
});

it("an email of 90 characters is broken where the page is narrow", async () => {
  await page.viewport(360, 800);
  const user = { ...ANN.user, email: `${"b".repeat(64)}@${"c".repeat(13)}.example.com` };
  await renderApp(<EmailPanel id="email" title="Email" />, { client: fakeClient({ session: { ...ANN, user } }) });
  await expect.element(page.getByText(user.email)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await page.viewport(1280, 800);
});
