import { expect, test } from "vitest";
import { DEVICE_PANELS, EXTENSION_PANELS } from "./setting-panels.ts";
import { DEFAULT_SETTINGS, type DeviceSettingRow, readSettings, SETTINGS_OF_DEVICE, valueIn } from "./settings.ts";

const ROWS: readonly (readonly [string, DeviceSettingRow])[] = Object.entries(SETTINGS_OF_DEVICE);
const NEW_ROW: DeviceSettingRow = {
  kept: "account",
  slot: "shake",
  label: "Lock when shaken",
  choices: [
    { value: "no", label: "No" },
    { value: "yes", label: "Yes" },
  ],
  fallback: "no",
  drawn: "radio",
  shown: "lock",
};

const FILLING = { autoFill: "on", autoSubmit: "off", copyCode: "off", autosavePrompt: "on", warnForeign: "on" };
const MAKING = { passwordLength: 16, passwordUppercase: "on", passwordLowercase: "on", passwordNumbers: "on", passwordSymbols: "on" };

test("by default a device locks after 15 minutes, clears the clipboard after 30 seconds, fills, asks to save and warns, submits no form, copies no code, and generates 16 characters of all sets (A157)", () => {
  expect(DEFAULT_SETTINGS).toEqual({ after: 15, action: "lock", clipboardSeconds: 30, ...FILLING, ...MAKING });
});

test.each(ROWS)("%s falls back to one of its choices, and no two settings share a slot", (name, row) => {
  if (row.kept === "account") expect(row.slot).toBe(name);
  expect(row.choices.map(({ value }) => value)).toContain(row.fallback);
  expect(ROWS.filter(([, other]) => other.kept === row.kept && other.slot === row.slot)).toHaveLength(1);
  if (row.drawn === "switch") expect(row.choices).toHaveLength(2);
});

test.each(Object.keys({ ...DEVICE_PANELS, ...EXTENSION_PANELS }))("the panel %s has something to show", (panel) => {
  expect(ROWS.some(([, row]) => row.shown === panel)).toBe(true);
});

test("stored values are read back, and invalid ones become the default", () => {
  expect(readSettings({ after: "never", action: "logout", clipboardSeconds: 0, siteIcons: true })).toEqual({
    after: "never",
    action: "logout",
    clipboardSeconds: 0,
    ...FILLING,
    ...MAKING,
  });
  expect(readSettings({ after: 7, action: null, clipboardSeconds: "30", siteIcons: "yes", more: 1 })).toEqual(DEFAULT_SETTINGS);
  expect(valueIn(SETTINGS_OF_DEVICE.theme, "dark")).toBe("dark");
  expect(valueIn(SETTINGS_OF_DEVICE.theme, null)).toBe("light");
});

test("a new row is read and falls back like the others", () => {
  const table = { ...SETTINGS_OF_DEVICE, shake: NEW_ROW };
  expect(readSettings({ shake: "yes" }, table)).toEqual({ ...DEFAULT_SETTINGS, shake: "yes" });
  expect(readSettings({ shake: "perhaps" }, table)).toMatchObject({ shake: "no" });
});
