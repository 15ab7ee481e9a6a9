import { describe, expect, it } from "vitest";
import { accountSettingsFrom, DEFAULT_ACCOUNT_SETTINGS, type DeviceSetting, SETTINGS_OF_DEVICE } from "./device-settings.ts";

const rows: readonly (readonly [string, DeviceSetting])[] = Object.entries(SETTINGS_OF_DEVICE);

describe.each(rows)("the setting %s", (_, { fallback, choices, key }) => {
  it("falls back to one of its choices, and offers none twice", () => {
    expect(choices.map(({ value }) => value)).toContain(fallback);
    for (const column of ["value", "label"] as const) expect(new Set(choices.map((choice) => choice[column])).size).toBe(choices.length);
  });
  it("is kept under a name of its own", () => expect(rows.filter(([, row]) => row.key === key)).toHaveLength(1));
});

describe("the settings a device kept", () => {
  it("are the specified ones where it kept none (decision V-30)", () => {
    expect(DEFAULT_ACCOUNT_SETTINGS).toEqual({ after: 15, action: "lock", clipboardSeconds: 30, siteIcons: false });
    expect(accountSettingsFrom("15")).toEqual(DEFAULT_ACCOUNT_SETTINGS);
  });
  it("are taken as they were chosen", () => {
    const chosen = { after: "never", action: "logout", clipboardSeconds: 0, siteIcons: true };
    expect(accountSettingsFrom(chosen)).toEqual(chosen);
  });
  it("are the fallback where they are no choice: another version may have kept them", () => {
    expect(accountSettingsFrom({ after: 7, action: "lock", clipboardSeconds: "30", siteIcons: 1, theme: "red" })).toEqual(
      DEFAULT_ACCOUNT_SETTINGS,
    );
  });
});
