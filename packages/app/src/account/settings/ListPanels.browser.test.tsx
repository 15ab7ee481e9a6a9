/** What a person meets in the lists of the settings: devices, linked profiles, activity, and the whole page. */
import type { AuditLog, SessionRow, VaultPasskey } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { ActivityPanel } from "./ActivityPanel.tsx";
import { ProfilesPanel } from "./ProfilesPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { SettingsPage } from "./SettingsPage.tsx";

const AT = Date.UTC(2026, 0, 5, 12);
const rows = page.getByRole("listitem");
const question = page.getByRole("alertdialog");
const dialog = page.getByRole("dialog", { name: "Sign out a device" });

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;
const clientOf = (account: Account) => fakeClient({ session: ANN, account });

const session = (id: string, device: string, isCurrent = false): SessionRow =>
  ({ id, device, isCurrent, createdAt: AT, lastUsedAt: AT }) as SessionRow;
const THREE = [session("1", "Firefox on Linux", true), session("2", "Safari on iOS"), session("3", "Chrome on Windows")];

describe("the devices", () => {
  const open = (account: Account) => renderApp(<SessionsPanel id="sessions" title="Sessions" />, { client: clientOf(account) });

  it("are listed; this one is marked and cannot be signed out here", async () => {
    await open({ sessions: async () => THREE });
    await expect.poll(() => rows.elements().length).toBe(3);
    await expect.element(rows.filter({ hasText: "Firefox on Linux" })).toHaveTextContent("This device");
    expect(page.getByRole("button", { name: /^Sign out (?!all)/ }).elements()).toHaveLength(2);
  });

  it("are signed out one by one, after a question", async () => {
    let left = THREE;
    const revokeSession = vi.fn(async ({ id }: { id: string }) => {
      left = left.filter((row) => row.id !== id);
    });
    await open({ sessions: async () => left, revokeSession });
    const end = page.getByRole("button", { name: "Sign out Safari on iOS" });
    await end.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(revokeSession).not.toHaveBeenCalled();
    await end.click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await seeToast("Safari on iOS was signed out");
    await expect.poll(() => rows.elements().length).toBe(2);
    expect(revokeSession).toHaveBeenCalledExactlyOnceWith({ id: "2" });
  });

  describe("that is lost", () => {
    const passkey = (id: string, more: Partial<VaultPasskey> = {}): VaultPasskey => ({
      ...{ id, name: id, createdAt: AT, lastUsedAt: null, isBackedUp: false, state: "opens", sessions: [] },
      ...more,
    });
    const ALL = [passkey("Phone", { sessions: ["2"] }), passkey("Laptop"), passkey("Old", { state: "ended" })];
    const lost = dialog.getByRole("checkbox", { name: "It is lost, or someone else may have it" });

    it("takes the passkeys along that were added there, and those that its owner picks", async () => {
      const reportLost = vi.fn(async () => undefined);
      await open({ sessions: async () => THREE, passkeys: async () => ALL, reportLost });
      await page.getByRole("button", { name: "Sign out Safari on iOS" }).click();
      await lost.click();
      await expect.element(dialog.getByRole("checkbox", { name: "Phone" })).toBeChecked();
      await expect.element(dialog.getByRole("checkbox", { name: "Laptop" })).not.toBeChecked();
      await expect.element(dialog.getByRole("checkbox", { name: "Old" })).not.toBeInTheDocument();
      const where = dialog.getByText(/on this device/).elements();
      expect(where.map(({ textContent }) => textContent)).toEqual(["Added or used on this device.", "Not known to be on this device."]);
      await expect.element(dialog.getByText(/Afterwards change your master password with new keys/)).toBeVisible();
      await dialog.getByRole("checkbox", { name: "Laptop" }).click();
      await dialog.getByRole("button", { name: "Sign out" }).click();
      await seeToast("Safari on iOS was signed out");
      expect(reportLost).toHaveBeenCalledExactlyOnceWith({ id: "2", passkeys: ["Phone", "Laptop"], authenticator: expect.anything() });
    });

    it("is signed out all the same where the passkeys cannot be read, which is said", async () => {
      const reportLost = vi.fn(async () => undefined);
      await open({ sessions: async () => THREE, passkeys: () => Promise.reject(new TypeError("Failed to fetch")), reportLost });
      await page.getByRole("button", { name: "Sign out Safari on iOS" }).click();
      await lost.click();
      await expect.element(dialog.getByRole("alert")).toHaveTextContent("The passkeys could not be loaded, so none ends by this.");
      await dialog.getByRole("button", { name: "Sign out" }).click();
      await seeToast("Safari on iOS was signed out");
      expect(reportLost).toHaveBeenCalledExactlyOnceWith({ id: "2", passkeys: [], authenticator: expect.anything() });
    });
  });

  it("are signed out all at once; what fails is said", async () => {
    let left = THREE;
    const revokeOtherSessions = vi.fn(async () => {
      left = left.filter((row) => row.isCurrent);
    });
    await open({ sessions: async () => left, revokeOtherSessions, revokeSession: () => Promise.reject(new AppError("unexpected")) });
    await page.getByRole("button", { name: "Sign out Chrome on Windows" }).click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await seeToast("Failed to sign the device out");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await question.getByRole("button", { name: "Sign out all others" }).click();
    await seeToast("Every other device was signed out");
    await expect.element(page.getByRole("button", { name: "Sign out all others" })).not.toBeInTheDocument();
  });

  it("that cannot be read are said to be so", async () => {
    await open({ sessions: () => Promise.reject(new TypeError("Failed to fetch")) });
    await expect.element(page.getByRole("alert")).toHaveTextContent("The sessions could not be loaded.");
  });
});

describe("the linked profiles", () => {
  const open = (account: Account) => renderApp(<ProfilesPanel id="profiles" title="Linked profiles" />, { client: clientOf(account) });
  const own = { user_id: ANN.user.id, email: ANN.user.email };

  it("are the others, of whom there may be none", async () => {
    await open({ profiles: async () => [own] });
    await expect.element(page.getByText("No other profile is linked.")).toBeVisible();
    await expect.element(rows).not.toBeInTheDocument();
  });

  it("end one by one, after a question", async () => {
    let left = [own, { user_id: "b", email: "bob@example.com" }];
    const unlinkProfile = vi.fn(async ({ id }: { id: string }) => {
      left = left.filter(({ user_id }) => user_id !== id);
    });
    await open({ profiles: async () => left, unlinkProfile });
    await page.getByRole("button", { name: "Remove link to bob@example.com" }).click();
    await expect.element(question).toHaveTextContent("You will no longer switch to bob@example.com");
    await question.getByRole("button", { name: "Remove link" }).click();
    await seeToast("Link removed");
    await expect.element(rows).not.toBeInTheDocument();
    expect(unlinkProfile).toHaveBeenCalledExactlyOnceWith({ id: "b" });
  });

  it("that cannot be read are said to be so", async () => {
    await open({ profiles: () => Promise.reject(new TypeError("Failed to fetch")) });
    await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to load profiles");
  });
});

describe("the activity", () => {
  const eventsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ seq: count - at, at: AT, event: at === 0 ? "login.done" : "brand.new", device: "" },
      ...{ previous: "", hash: `${at}` },
    }));
  const open = (count: number, more: Partial<AuditLog> = {}) =>
    renderApp(<ActivityPanel id="activity" title="Activity" />, {
      client: clientOf({ audit: async () => ({ events: eventsOf(count), refused: [], isWhole: true, ...more }) }),
    });

  it("is said in words, an unknown event by its name, ten at first", async () => {
    await open(12);
    await expect.element(rows.first()).toHaveTextContent("Signed in");
    await expect.element(rows.nth(1)).toHaveTextContent("brand.new");
    expect(rows.elements()).toHaveLength(10);
    await page.getByRole("button", { name: "Show all 12" }).click();
    await expect.poll(() => rows.elements().length).toBe(12);
  });

  it("of ten events has no more to show, and nothing to complain of", async () => {
    await open(10);
    await expect.poll(() => rows.elements().length).toBe(10);
    await expect.element(page.getByRole("button", { name: /^Show all/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("counts what was refused in one row, among the others by its time", async () => {
    const failed = { day: AT, event: "login.failed", count: 520, lastAt: AT - 60_000 };
    await open(2, { refused: [failed] });
    await expect.element(rows.nth(2)).toHaveTextContent("Sign-in with a wrong password refused");
    await expect.element(rows.nth(2)).toHaveTextContent("520 times that day");
  });

  it("that is not as it was written says so, what it means and what to do, and is still shown", async () => {
    await open(2, { isWhole: false });
    await expect.element(page.getByRole("alert")).toHaveTextContent("an entry was changed, left out or put in");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Your items are protected apart from it");
    expect(rows.elements()).toHaveLength(2);
  });
});

const PAGE = {
  sessions: async () => [],
  profiles: async () => [],
  audit: async () => ({ events: [], refused: [], isWhole: true }),
  discardedVaults: async () => [],
  passkeys: async () => [],
};

it.each(["recovery-key", "password"])("the page begins with the panel that a link of another page names: %s", async (id) => {
  await renderApp(<SettingsPage />, { client: clientOf(PAGE), at: `/settings#${id}` });
  await expect.poll(() => document.getElementById(id)?.getBoundingClientRect().top ?? 10_000).toBeLessThan(400);
});

it("the page lists its panels next to them, each under its own address, and says whether the second factor is on", async () => {
  await renderApp(<SettingsPage />, { client: clientOf(PAGE), at: "/settings" });
  const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { includeHidden: true });
  const panels = page.getByRole("region");
  await expect.poll(() => panels.elements().length).toBe(14);
  expect(links.elements().map((link) => link.getAttribute("href"))).toEqual(panels.elements().map(({ id }) => `#${id}`));
  await expect.element(page.getByText("Off. Turn it on, and your master password alone is not enough to sign in.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Setup MFA" })).toHaveAttribute("href", "/mfa-setup");
});
