/**
 * SETTINGS_OF_DEVICE: all settings of a device. A row has the label, where and under which name the value is stored, the choices, the default,
 * and where it is shown. The settings page renders the rows, and the client reads and validates stored values by them; a new setting is a new row.
 */

import { EXTENSION_SETTINGS, ON_OFF } from "./extension-settings.ts";
import type { DevicePanelId, ExtensionPanelId } from "./setting-panels.ts";

export type SettingValue = string | number | boolean;

interface Choice {
  readonly value: SettingValue;
  readonly label: string;
  readonly description?: string;
  /** Shown while this choice is selected. */
  readonly warning?: string;
}

export interface DeviceSettingRow {
  /** `account`: per signed-in account, stored with the keys, readable while locked. `browser`: in the browser's storage, for all users, as soon as the page opens. */
  readonly kept: "account" | "browser";
  /** The name it is stored under: a slot of the browser's storage, or the row's own name in the account's settings. */
  readonly slot: string;
  readonly label: string;
  readonly description?: string;
  /** For a switch: first off, then on. */
  readonly choices: readonly Choice[];
  readonly fallback: SettingValue;
  /** A choice that resolves to another one (such as the system's theme): the setting's slot contains the resolved choice, and this slot contains `on` if the resolving one was chosen. */
  readonly follows?: { readonly value: SettingValue; readonly slot: string };
  readonly drawn: "select" | "radio" | "switch";
  /** A panel of the settings page, or the component that shows it itself. */
  readonly shown: DevicePanelId | ExtensionPanelId | "language" | "shortcut sheet" | "list toolbar" | "sidebar";
}

const ofSet = <Slot extends string>(slot: Slot, label: string) =>
  ({ kept: "account", slot, label, choices: ON_OFF, fallback: "on", drawn: "switch", shown: "generator" }) as const;

export const SETTINGS_OF_DEVICE = {
  theme: {
    kept: "browser",
    slot: "theme",
    label: "Theme",
    choices: [
      { value: "light", label: "Light" },
      { value: "dark", label: "Dark" },
      { value: "system", label: "System", description: "Follows the setting of this device." },
    ],
    follows: { value: "system", slot: "theme-follows-system" },
    fallback: "light",
    drawn: "radio",
    shown: "theme",
  },
  /** Minutes of inactivity, or an event. */
  after: {
    kept: "account",
    slot: "after",
    label: "Lock the vault",
    choices: [
      { value: "immediately", label: "Immediately, when you leave the page" },
      { value: 1, label: "After 1 minute" },
      { value: 5, label: "After 5 minutes" },
      { value: 15, label: "After 15 minutes" },
      { value: 30, label: "After 30 minutes" },
      { value: 60, label: "After 1 hour" },
      { value: 240, label: "After 4 hours" },
      { value: "on-close", label: "When the browser is closed" },
      {
        value: "never",
        label: "Never",
        warning: "Anyone at this device can read everything for as long as you are signed in.",
      },
    ],
    fallback: 15,
    drawn: "select",
    shown: "lock",
  },
  action: {
    kept: "account",
    slot: "action",
    label: "Then",
    choices: [
      { value: "lock", label: "Lock", description: "You stay signed in; the master password opens the vault again, even offline." },
      { value: "logout", label: "Sign out", description: "Everything is removed from this device." },
    ],
    fallback: "lock",
    drawn: "radio",
    shown: "lock",
  },
  /** Seconds until a copied secret is cleared from the clipboard; 0 is never. */
  clipboardSeconds: {
    kept: "account",
    slot: "clipboardSeconds",
    label: "Clear the clipboard",
    choices: [
      { value: 10, label: "After 10 seconds" },
      { value: 20, label: "After 20 seconds" },
      { value: 30, label: "After 30 seconds" },
      { value: 60, label: "After 1 minute" },
      { value: 120, label: "After 2 minutes" },
      { value: 300, label: "After 5 minutes" },
      { value: 0, label: "Never" },
    ],
    fallback: 30,
    drawn: "select",
    shown: "clipboard",
  },
  ...EXTENSION_SETTINGS,
  passwordLength: {
    kept: "account",
    slot: "passwordLength",
    label: "Length",
    choices: [8, 12, 16, 20, 24, 32, 48, 64].map((value) => ({ value, label: `${value} characters` })),
    fallback: 16,
    drawn: "select",
    shown: "generator",
  },
  passwordUppercase: ofSet("passwordUppercase", "Uppercase letters"),
  passwordLowercase: ofSet("passwordLowercase", "Lowercase letters"),
  passwordNumbers: ofSet("passwordNumbers", "Numbers"),
  passwordSymbols: ofSet("passwordSymbols", "Symbols"),
  shortcuts: {
    kept: "browser",
    slot: "shortcuts",
    label: "Shortcuts of single letters",
    description: "Turn them off if you dictate, or if keys are pressed by accident. Those with Ctrl or Cmd always work.",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "shortcut sheet",
  },
  /** Tiles or rows, for all lists of this device. */
  listLayout: {
    kept: "browser",
    slot: "list-layout",
    label: "Layout",
    choices: [
      { value: "grid", label: "Tiles" },
      { value: "list", label: "Lines" },
    ],
    fallback: "grid",
    drawn: "radio",
    shown: "list toolbar",
  },
  /** Row height. */
  listDensity: {
    kept: "browser",
    slot: "list-density",
    label: "Density",
    choices: [
      { value: "cozy", label: "Cozy" },
      { value: "compact", label: "Compact" },
    ],
    fallback: "cozy",
    drawn: "radio",
    shown: "list toolbar",
  },
  /** Whether the sidebar group with our additions to the specification is open. */
  sidebarLibrary: {
    kept: "browser",
    slot: "sidebar-library",
    label: "Library",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "sidebar",
  },
  /** Whether sticky notes show their text (specification 2 §2). Rows never do, because notes may contain alarm codes. */
  noteTexts: {
    kept: "browser",
    slot: "note-texts",
    label: "Text on notes",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "list toolbar",
  },
} as const satisfies Readonly<Record<string, DeviceSettingRow>>;

export type SettingsTable = Readonly<Record<string, DeviceSettingRow>>;

/** The possible values of a row. */
export type ValueOf<Row extends DeviceSettingRow> = Row["choices"][number]["value"];

type Table = typeof SETTINGS_OF_DEVICE;
type NamesKept<Kept extends DeviceSettingRow["kept"]> = {
  [Name in keyof Table]: Table[Name]["kept"] extends Kept ? Name : never;
}[keyof Table];

/** The settings of the signed-in account. */
export type AccountSettings = { readonly [Name in NamesKept<"account">]: ValueOf<Table[Name]> };

/** The value of a row for a stored value, which may come from an older or newer version with other choices. */
export const valueIn = <Row extends DeviceSettingRow>(row: Row, kept: unknown): ValueOf<Row> =>
  row.choices.find(({ value }) => value === kept)?.value ?? row.fallback;

/** The account's settings from stored values. Missing or unknown values become the row's fallback. */
export function readSettings(kept: Readonly<Record<string, unknown>>, table: SettingsTable = SETTINGS_OF_DEVICE): AccountSettings {
  const rows = Object.entries(table).filter(([, row]) => row.kept === "account");
  return Object.fromEntries(rows.map(([name, row]) => [name, valueIn(row, kept[row.slot])])) as AccountSettings;
}

export const DEFAULT_SETTINGS: AccountSettings = readSettings({});
