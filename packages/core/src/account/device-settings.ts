/**
 * SETTINGS_OF_DEVICE: what a person chooses for one device. The client keeps and checks them by this table, the screens offer its choices; to add a setting, add a
 * row here, and draw it where it belongs.
 */

export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
  readonly description?: string;
}

export interface DeviceSetting {
  /** Kept for the account that is signed in, or for everybody who uses this browser. */
  readonly keptFor: "account" | "browser";
  /** Its name where it is kept; never changed, or what people chose is forgotten. */
  readonly key: string;
  readonly label: string;
  /** What it is until somebody chooses, and when what is kept is no choice (any more). */
  readonly fallback: Choice["value"];
  readonly choices: readonly Choice[];
}

export const SETTINGS_OF_DEVICE = {
  after: {
    keptFor: "account",
    key: "after",
    label: "Lock the vault",
    fallback: 15,
    choices: [
      { value: "immediately", label: "Immediately, when you leave the page" },
      { value: 1, label: "After 1 minute" },
      { value: 5, label: "After 5 minutes" },
      { value: 15, label: "After 15 minutes" },
      { value: 30, label: "After 30 minutes" },
      { value: 60, label: "After 1 hour" },
      { value: 240, label: "After 4 hours" },
      { value: "on-close", label: "When the browser is closed" },
      { value: "never", label: "Never" },
    ],
  },
  action: {
    keptFor: "account",
    key: "action",
    label: "Then",
    fallback: "lock",
    choices: [
      { value: "lock", label: "Lock", description: "You stay signed in; the master password opens the vault again, even offline." },
      { value: "logout", label: "Log out", description: "Everything is removed from this device." },
    ],
  },
  clipboardSeconds: {
    keptFor: "account",
    key: "clipboardSeconds",
    label: "Clear the clipboard",
    // decision V-30
    fallback: 30,
    choices: [
      { value: 10, label: "After 10 seconds" },
      { value: 20, label: "After 20 seconds" },
      { value: 30, label: "After 30 seconds" },
      { value: 60, label: "After 1 minute" },
      { value: 120, label: "After 2 minutes" },
      { value: 300, label: "After 5 minutes" },
      { value: 0, label: "Never" },
    ],
  },
  siteIcons: {
    keptFor: "account",
    key: "siteIcons",
    label: "Load icons from the sites themselves",
    fallback: false,
    choices: [
      { value: false, label: "Off" },
      { value: true, label: "On" },
    ],
  },
  listLayout: {
    keptFor: "browser",
    key: "list-layout",
    label: "Lists",
    fallback: "grid",
    choices: [
      { value: "grid", label: "Show as tiles" },
      { value: "list", label: "Show as list" },
    ],
  },
  listDensity: {
    keptFor: "browser",
    key: "list-density",
    label: "Lines of lists",
    fallback: "cozy",
    choices: [
      { value: "cozy", label: "Show roomy lines" },
      { value: "compact", label: "Show compact lines" },
    ],
  },
  letterShortcuts: {
    keptFor: "browser",
    key: "shortcuts",
    label: "Shortcuts of single letters",
    fallback: "on",
    choices: [
      { value: "on", label: "On" },
      { value: "off", label: "Off" },
    ],
  },
  libraryUnfolded: {
    keptFor: "browser",
    key: "sidebar-library",
    label: "Library in the sidebar",
    fallback: "on",
    choices: [
      { value: "on", label: "Open" },
      { value: "off", label: "Folded" },
    ],
  },
} as const satisfies Record<string, DeviceSetting>;

type Rows = typeof SETTINGS_OF_DEVICE;
/** What one may choose for a setting. */
export type ChoiceOf<Name extends keyof Rows> = Rows[Name]["choices"][number]["value"];
/** The settings of the account that is signed in on this device. */
export type AccountSettings = {
  readonly [Name in keyof Rows as Rows[Name]["keptFor"] extends "account" ? Rows[Name]["key"] : never]: ChoiceOf<Name>;
};

/** The settings out of what a device kept; whatever is missing, or no choice of this version, is the fallback. */
export function accountSettingsFrom(kept: unknown): AccountSettings {
  const values = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const rows: readonly DeviceSetting[] = Object.values(SETTINGS_OF_DEVICE);
  const found = rows
    .filter(({ keptFor }) => keptFor === "account")
    .map(({ key, fallback, choices }) => [key, choices.find(({ value }) => value === values[key])?.value ?? fallback]);
  return Object.fromEntries(found) as AccountSettings;
}

export const DEFAULT_ACCOUNT_SETTINGS = accountSettingsFrom(null);
