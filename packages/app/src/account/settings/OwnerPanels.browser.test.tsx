/** What a person meets who renews the recovery key, brings a vault back, or deletes the account. */
import type { DiscardedVault } from "@coffer/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { UnsavedKitNote } from "../recovery/UnsavedKitNote.tsx";
import { DeletePanel } from "./DeletePanel.tsx";
import { RecoveryKeyPanel } from "./RecoveryKeyPanel.tsx";

class ClientError extends Error {
  override name = "ClientError";
}

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const password = page.getByLabelText("Master password", { exact: true });
const alert = page.getByRole("alert");
const wrong = () => Promise.reject(new ClientError("Invalid master password"));
const DISCARDED = { discardedAt: Date.UTC(2026, 0, 5, 12), count: 3 } as DiscardedVault;

const QUIET: Account = { discardedVaults: async () => [], rehearsals: async () => ({ triedAt: null, nextAt: 0, isDue: false }) };

const openKey = (account: Account) =>
  renderApp(<RecoveryKeyPanel id="recovery-key" title="Recovery key" />, {
    client: fakeClient({
      session: ANN,
      account: { ...QUIET, ...account },
    }),
  });

beforeEach(() => localStorage.clear());

describe("the recovery key", () => {
  const renew = page.getByRole("button", { name: "Renew recovery key" });
  const make = page.getByRole("button", { name: "Make a new recovery key" });

  it("is renewed with the master password: asked for under its field, selected where it is wrong", async () => {
    const renewAllKeys = vi.fn<() => Promise<{ recoveryKey: string }>>().mockImplementationOnce(wrong);
    await openKey({ renewAllKeys });
    await renew.click();
    await expect.element(password).toHaveFocus();
    await make.click();
    await expect.element(page.getByText("Please enter your master password")).toBeVisible();
    await userEvent.keyboard("wrong{Enter}");
    await expect.element(alert).toHaveTextContent("Invalid master password");
    await expectSelected(password);
    renewAllKeys.mockResolvedValueOnce({ recoveryKey: "AAAA-BBBB" });
    await userEvent.keyboard("right");
    await pressTwice(make);
    await expect.element(page.getByRole("dialog", { name: "Save your recovery key" })).toBeVisible();
    const asked = { next: null, onProgress: expect.anything() };
    expect(renewAllKeys.mock.calls).toEqual([[{ current: "wrong", ...asked }], [{ current: "right", ...asked }]]);
  });

  it("is renewed alone where new keys are declined, with what the old one still opens said before", async () => {
    const renewRecoveryKey = vi.fn(async () => ({ recoveryKey: "CCCC-DDDD" }));
    await openKey({ renewRecoveryKey });
    await renew.click();
    await page.getByRole("checkbox", { name: "Also renew all keys" }).click();
    await expect.element(page.getByText(/anyone who has the old recovery key and a copy of the server's data from before/)).toBeVisible();
    await password.fill("right");
    await make.click();
    await expect.element(page.getByTestId("recovery-key")).toHaveTextContent("CCCC");
    expect(renewRecoveryKey).toHaveBeenCalledExactlyOnceWith({ password: "right" });
  });

  it("that came with a new master password is shown here, to its owner alone", async () => {
    newRecoveryKey.keep({ email: "eve@example.com", recoveryKey: "EEEE-FFFF" });
    await openKey({});
    await expect.element(renew).toBeVisible();
    await expect.element(page.getByTestId("recovery-key")).not.toBeInTheDocument();
    newRecoveryKey.keep({ email: ANN.user.email, recoveryKey: "AAAA-BBBB" });
    await expect.element(page.getByTestId("recovery-key")).toHaveTextContent("AAAA");
  });

  it.each([true, false])("is known not to be saved as soon as it is made, with new keys or without (%s)", async (withKeys) => {
    const hasUnsavedKit = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true);
    const made = async () => ({ recoveryKey: "CCCC-DDDD" });
    const account = { hasUnsavedKit, renewAllKeys: made, renewRecoveryKey: made, ...QUIET };
    const screen = (
      <>
        <UnsavedKitNote />
        <RecoveryKeyPanel id="recovery-key" title="Recovery key" />
      </>
    );
    await renderApp(screen, { client: fakeClient({ session: ANN, account }) });
    await renew.click();
    if (!withKeys) await page.getByRole("checkbox", { name: "Also renew all keys" }).click();
    await password.fill("right");
    await make.click();
    await expect.poll(() => hasUnsavedKit.mock.calls.length).toBe(2);
  });

  it.each([true, false])("is not kept on the screen where the vault was locked while it was made (new keys: %s)", async (withKeys) => {
    const answer = Promise.withResolvers<{ recoveryKey: string }>();
    const [renewAllKeys, renewRecoveryKey] = [vi.fn(() => answer.promise), vi.fn(() => answer.promise)];
    const client = fakeClient({ session: ANN, account: { renewAllKeys, renewRecoveryKey, ...QUIET } });
    const locked = vi.spyOn(client, "isLocked", "get").mockReturnValue(false);
    await renderApp(<RecoveryKeyPanel id="recovery-key" title="Recovery key" />, { client });
    await renew.click();
    if (!withKeys) await page.getByRole("checkbox", { name: "Also renew all keys" }).click();
    await password.fill("right");
    await make.click();
    await expect.poll(() => renewAllKeys.mock.calls.length + renewRecoveryKey.mock.calls.length).toBe(1);
    locked.mockReturnValue(true);
    answer.resolve({ recoveryKey: "CCCC-DDDD" });
    await expect.element(renew).toBeVisible();
    expect(newRecoveryKey.current()).toBeNull();
  });

  it("stays as it is where that is given up", async () => {
    await openKey({});
    await renew.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(renew).toBeVisible();
  });
});

describe("a vault that was left behind", () => {
  const key = page.getByLabelText("Recovery key of that vault");
  const restore = page.getByRole("button", { name: "Bring it back" });

  it("is spoken of only where there is one", async () => {
    const discardedVaults = vi.fn(async () => []);
    await openKey({ discardedVaults });
    await expect.poll(() => discardedVaults.mock.calls.length).toBe(1);
    await expect.element(key).not.toBeInTheDocument();
  });

  it("wants its key, keeps a wrong one, shows how far it has come, and says what is back", async () => {
    const refused = Promise.withResolvers<{ restored: number }>();
    const restoreDiscarded = vi.fn(({ onProgress }: { onProgress?: (percent: number) => void }) => {
      onProgress?.(40);
      return refused.promise;
    });
    await openKey({ discardedVaults: async () => [DISCARDED], restoreDiscarded: restoreDiscarded as never });
    await expect.element(page.getByText(/On Jan 5, 2026 you started with an empty vault.*\(3 entries\)/)).toBeVisible();
    await expect.element(key).not.toHaveFocus();
    await restore.click();
    await expect.element(page.getByText("Please enter the recovery key")).toBeVisible();
    await expect.element(key).toHaveFocus();
    await userEvent.keyboard("0000-0000");
    await pressTwice(restore);
    await expect
      .element(page.getByRole("progressbar", { name: "Progress of bringing the vault back" }))
      .toHaveAttribute("aria-valuenow", "40");
    refused.reject(new ClientError("This recovery key does not belong to that vault."));
    await expect.element(alert).toHaveTextContent("This recovery key does not belong to that vault.");
    await expect.element(key).toHaveValue("0000-0000");
    await expect.element(key).toHaveFocus();
    expect(restoreDiscarded).toHaveBeenCalledTimes(1);
    restoreDiscarded.mockResolvedValueOnce({ restored: 1 });
    await restore.click();
    await seeToast("1 item is back");
    await expect.element(key).toHaveValue("");
  });
});

describe("the end of an account", () => {
  const remove = page.getByRole("button", { name: "Delete account" });
  const question = page.getByRole("alertdialog", { name: "Delete account" });

  const open = async (account: Account) => {
    await renderApp(<DeletePanel id="delete" title="Delete account" />, { client: fakeClient({ session: ANN, account }), at: "/settings" });
    await remove.click();
    await expect.element(password).toHaveFocus();
  };

  it("wants the master password and a second thought, then leads to the sign-in page", async () => {
    const deleteAccount = vi.fn(async () => ({ purgedAt: Date.UTC(2026, 0, 14) }));
    await open({ deleteAccount });
    await remove.click();
    await expect.element(page.getByText("Please enter your master password")).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await userEvent.keyboard("right");
    await pressTwice(remove);
    await expect.element(question).toHaveTextContent("After 7 business days everything you saved will be deleted");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(deleteAccount).not.toHaveBeenCalled();
    await expect.element(password).toHaveValue("right");
    await remove.click();
    await question.getByRole("button", { name: "Delete account" }).click();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/login");
    expect(deleteAccount).toHaveBeenCalledExactlyOnceWith({ password: "right" });
  });

  it("does not come with a wrong password", async () => {
    await open({ deleteAccount: wrong });
    await userEvent.keyboard("wrong");
    await remove.click();
    await question.getByRole("button", { name: "Delete account" }).click();
    await expect.element(alert).toHaveTextContent("Invalid master password");
    await expect.element(page.getByTestId("address")).toHaveTextContent("/settings");
    await expectSelected(password);
  });
});
