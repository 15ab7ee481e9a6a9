/**
 * SETTINGS_OF_DEVICE: everything a person sets for a device. A row says what it is called, where and under which name it is kept, what it may be, what it is until
 * somebody chooses, and where it is shown. The settings page draws its rows, the client reads and checks what is kept by them; a new setting is a row.
 */

export type SettingValue = string | number | boolean;

interface Choice {
  readonly value: SettingValue;
  readonly label: string;
  readonly description?: string;
  /** Said while it is chosen. */
  readonly warning?: string;
}

export interface DeviceSettingRow {
  /** `account`: for whoever is signed in, beside the keys, readable while locked. `browser`: in the browser's storage, for everybody, as soon as the page opens. */
  readonly kept: "account" | "browser";
  /** The name it is kept under: a slot of the browser's storage, or the row's own name among the account's settings. */
  readonly slot: string;
  readonly label: string;
  readonly description?: string;
  /** A switch is off with its first choice and on with its second. */
  readonly choices: readonly Choice[];
  readonly fallback: SettingValue;
  /** A choice that another one stands for in turn: the slot holds what holds now, and the other slot `on`, or nothing, whether this is what was chosen. */
  readonly follows?: { readonly value: SettingValue; readonly slot: string };
  readonly drawn: "select" | "radio" | "switch";
  /** A panel of the settings page, or the place that draws it itself. */
  readonly shown: DevicePanelId | ExtensionPanelId | "shortcut sheet" | "list toolbar" | "sidebar";
}

/** The panels of the settings page that are about this device, in their order. */
export const DEVICE_PANELS = {
  theme: { title: "Theme", hint: null },
  lock: { title: "Lock", hint: "What happens when the vault on this device is not used. Drafts are kept encrypted." },
  clipboard: { title: "Clipboard", hint: "What you copy here leaves the clipboard again, if it is still there. Locking clears it too." },
  generator: { title: "Generator", hint: "What a password is made of, until you choose otherwise where it is made." },
} as const;

export type DevicePanelId = keyof typeof DEVICE_PANELS;

/** Those of the extension's own page. */
export const EXTENSION_PANELS = {
  extension: { title: "Filling and saving", hint: "What Coffer does by itself on websites. Everything else waits for your click." },
} as const;
export type ExtensionPanelId = keyof typeof EXTENSION_PANELS;

const ON_OFF = [
  { value: "off", label: "Off" },
  { value: "on", label: "On" },
] as const;

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
  /** Minutes without use, or the moment. */
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
  /** A copied secret leaves the clipboard after so many seconds; 0 is never. */
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
  autoFill: {
    kept: "account",
    slot: "autoFill",
    label: "Fill in logins",
    description: "When you open a website from your vault, its login is filled in for you.",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "extension",
  },
  autoSubmit: {
    kept: "account",
    slot: "autoSubmit",
    label: "Sign in right away",
    description: "The form is then submitted as well.",
    choices: ON_OFF,
    fallback: "off",
    drawn: "switch",
    shown: "extension",
  },
  autosavePrompt: {
    kept: "account",
    slot: "autosavePrompt",
    label: "Ask to save logins",
    description: "When you have signed in with a login that is not in your vault, or with a new password.",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "extension",
  },
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
  /** Tiles or lines; for all lists of this device. */
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
  /** How high a line is. */
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
  /** Whether the additive group of the sidebar is open. */
  sidebarLibrary: {
    kept: "browser",
    slot: "sidebar-library",
    label: "Library",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "sidebar",
  },
  /** Whether sticky notes say their text (specification 2 §2). A line never does: alarm codes are no decoration. */
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

/** What a row may be. */
export type ValueOf<Row extends DeviceSettingRow> = Row["choices"][number]["value"];

type Table = typeof SETTINGS_OF_DEVICE;
type NamesKept<Kept extends DeviceSettingRow["kept"]> = {
  [Name in keyof Table]: Table[Name]["kept"] extends Kept ? Name : never;
}[keyof Table];

/** The settings of whoever is signed in. */
export type AccountSettings = { readonly [Name in NamesKept<"account">]: ValueOf<Table[Name]> };

/** What a row is, given what was kept: a choice that an older or newer version knew may not be one here. */
export const valueIn = <Row extends DeviceSettingRow>(row: Row, kept: unknown): ValueOf<Row> =>
  row.choices.find(({ value }) => value === kept)?.value ?? row.fallback;

/** The account's settings, given what was kept of them. Whatever is missing or unknown is what its row falls back to. */
export function readSettings(kept: Readonly<Record<string, unknown>>, table: SettingsTable = SETTINGS_OF_DEVICE): AccountSettings {
  const rows = Object.entries(table).filter(([, row]) => row.kept === "account");
  return Object.fromEntries(rows.map(([name, row]) => [name, valueIn(row, kept[row.slot])])) as AccountSettings;
}

export const DEFAULT_SETTINGS: AccountSettings = readSettings({});
