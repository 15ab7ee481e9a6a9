/** What a person meets in the settings of a device: every row of the table is drawn where it belongs, and kept. */
import "@mantine/core/styles/default-css-variables.layer.css";
import { type AccountSettings, DEFAULT_SETTINGS, type DeviceSettingRow, SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { deviceSettings } from "../../frame/device-settings.ts";
import { themeManager } from "../../frame/theme-manager.ts";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { DevicePanel } from "./DevicePanel.tsx";

type PanelOf = Parameters<typeof DevicePanel>[0];

/** @param write - what the device does with a change. @param stored - what it has stored before. */
async function open(
  props: PanelOf,
  write: (settings: AccountSettings) => Promise<void> = async () => undefined,
  stored = DEFAULT_SETTINGS,
) {
  let last = stored;
  const kept = vi.fn(async (settings: AccountSettings) => {
    await write(settings);
    last = settings;
  });
  const client = fakeClient({ session: ANN, account: { lockSettings: { write: kept, read: async () => last } } });
  await renderApp(<DevicePanel {...props} />, { client });
  return kept;
}

async function flip(toggle: Locator): Promise<void> {
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
}

beforeEach(() => {
  localStorage.clear();
  deviceSettings.show(DEFAULT_SETTINGS);
});

describe("the lock", () => {
  const after = page.getByLabelText("Lock the vault");
  const warning = page.getByText(/can read everything/);

  it("shows its time and what happens then; a change holds at once and is stored with the others", async () => {
    const kept = await open({ id: "lock" });
    await expect.element(after).toHaveValue("After 15 minutes");
    await after.selectOptions("After 1 hour");
    await expect.element(after).toHaveValue("After 1 hour");
    await page.getByRole("radio", { name: "Sign out" }).click();
    await expect.element(page.getByRole("radio", { name: "Sign out" })).toBeChecked();
    expect(kept.mock.calls.map(([settings]) => settings)).toEqual([
      { ...DEFAULT_SETTINGS, after: 60 },
      { ...DEFAULT_SETTINGS, after: 60, action: "logout" },
    ]);
    expect(deviceSettings.current()).toMatchObject({ after: 60, action: "logout" });
  });

  it("changes what was pressed alone, also before what is stored is shown", async () => {
    const stored: AccountSettings = { ...DEFAULT_SETTINGS, clipboardSeconds: 0, autoFill: "off" };
    const kept = await open({ id: "lock" }, undefined, stored);
    await after.selectOptions("After 1 hour");
    await expect.poll(() => kept.mock.calls).toEqual([[{ ...stored, after: 60 }]]);
  });

  it("warns while it is never", async () => {
    await open({ id: "lock" });
    await expect.element(warning).not.toBeInTheDocument();
    await after.selectOptions("Never");
    await expect.element(warning).toBeVisible();
    await after.selectOptions("After 5 minutes");
    await expect.element(warning).not.toBeInTheDocument();
  });

  it("is what it was, and says so, where the device cannot keep a change", async () => {
    await open({ id: "lock" }, () => Promise.reject(new DOMException("full", "QuotaExceededError")));
    await after.selectOptions("Never");
    await seeToast("Failed to save the setting");
    await expect.element(after).toHaveValue("After 15 minutes");
    expect(deviceSettings.current()).toEqual(DEFAULT_SETTINGS);
  });
});

it("the clipboard is kept too", async () => {
  const kept = await open({ id: "clipboard" });
  await page.getByLabelText("Clear the clipboard").selectOptions("Never");
  expect(kept).toHaveBeenLastCalledWith({ ...DEFAULT_SETTINGS, clipboardSeconds: 0 });
});

it("the theme is light until dark is chosen, for everyone on this device, and the page follows", async () => {
  const shown = vi.fn();
  themeManager.subscribe(shown);
  await open({ id: "theme" });
  await expect.element(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.getByRole("radio", { name: "Dark" }).click();
  expect(localStorage.getItem("theme")).toBe("dark");
  expect(shown).toHaveBeenLastCalledWith("dark");
  themeManager.unsubscribe();
  themeManager.set("light");
  await expect.element(page.getByRole("radio", { name: "Light" })).toBeChecked();
});

it("the theme may follow the device: what is kept stays light or dark, and the device's word is taken until another choice is made", async () => {
  const { matches } = window.matchMedia("(prefers-color-scheme: dark)");
  const shown = vi.fn();
  themeManager.subscribe(shown);
  await open({ id: "theme" });
  await page.getByRole("radio", { name: "System" }).click();
  await expect.element(page.getByRole("radio", { name: "System" })).toBeChecked();
  expect(shown).toHaveBeenLastCalledWith("auto");
  expect(themeManager.get("light")).toBe("auto");
  expect(localStorage.getItem("theme")).toBe(matches ? "dark" : "light");
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(shown).toHaveBeenLastCalledWith("dark");
  expect(Object.keys(localStorage)).toEqual(["theme"]);
  themeManager.unsubscribe();
});

it("the system's theme is stored when it changes, and no longer once no one follows it", async () => {
  localStorage.setItem("theme", "dark");
  localStorage.setItem("theme-follows-system", "on");
  const { matches } = window.matchMedia("(prefers-color-scheme: dark)");
  expect(themeManager.get("light")).toBe("auto");
  expect(localStorage.getItem("theme")).toBe(matches ? "dark" : "light");
  themeManager.set("dark");
  expect(localStorage.getItem("theme-follows-system")).toBeNull();
  expect(themeManager.get("light")).toBe("dark");
});

describe("a setting that is a new row", () => {
  const row: DeviceSettingRow = {
    kept: "browser",
    slot: "shake",
    label: "Lock when shaken",
    description: "For devices that can be.",
    choices: [
      { value: "off", label: "Off" },
      { value: "on", label: "On", warning: "Mind the bus." },
    ],
    fallback: "off",
    drawn: "switch",
    shown: "lock",
  };
  const shake = page.getByRole("switch", { name: "Lock when shaken" });

  it("is drawn in its panel, kept in its place, and found there again", async () => {
    const table = { ...SETTINGS_OF_DEVICE, shake: row };
    const first = await renderApp(<DevicePanel id="lock" table={table} />, { client: fakeClient({ session: ANN }) });
    await expect.element(shake).not.toBeChecked();
    await flip(shake);
    await expect.element(page.getByText("Mind the bus.")).toBeVisible();
    expect(localStorage.getItem("shake")).toBe("on");
    await first.unmount();
    await renderApp(<DevicePanel id="lock" table={table} />, { client: fakeClient({ session: ANN }) });
    await expect.element(shake).toBeChecked();
    await expect.element(page.getByLabelText("Lock the vault")).toBeVisible();
  });

  it("is kept for the account where its row says so", async () => {
    const kept = await open({
      id: "clipboard",
      table: { ...SETTINGS_OF_DEVICE, shake: { ...row, kept: "account", drawn: "select", shown: "clipboard" } },
    });
    await page.getByLabelText("Lock when shaken").selectOptions("On");
    expect(kept).toHaveBeenLastCalledWith({ ...DEFAULT_SETTINGS, shake: "on" });
    await expect.element(page.getByLabelText("Lock when shaken")).toHaveValue("On");
  });

  it("is in no other panel", async () => {
    await open({ id: "clipboard", table: { ...SETTINGS_OF_DEVICE, shake: row } });
    await expect.element(page.getByLabelText("Clear the clipboard")).toBeVisible();
    await expect.element(shake).not.toBeInTheDocument();
  });
});
