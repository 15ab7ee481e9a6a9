/** The rows of SETTINGS_OF_DEVICE for what the extension does by itself on websites. */

/** Of a switch. */
export const ON_OFF = [
  { value: "off", label: "Off" },
  { value: "on", label: "On" },
] as const;

export const EXTENSION_SETTINGS = {
  autoFill: {
    kept: "account",
    slot: "autoFill",
    label: "Fill in logins",
    description: "On websites that you open from your vault.",
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
  copyCode: {
    kept: "account",
    slot: "copyCode",
    label: "Copy the one-time code",
    description: "When the popup has filled in a login that has one: the next step asks for it.",
    choices: ON_OFF,
    fallback: "off",
    drawn: "switch",
    shown: "extension",
  },
  autosavePrompt: {
    kept: "account",
    slot: "autosavePrompt",
    label: "Ask to save logins",
    description: "When you have used a login, a card or an address that is not in your vault, or a new password.",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "extension",
  },
  warnForeign: {
    kept: "account",
    slot: "warnForeign",
    label: "Warn of a password in the wrong place",
    description: "When you type or paste a password of your vault into another site.",
    choices: ON_OFF,
    fallback: "on",
    drawn: "switch",
    shown: "extension",
  },
} as const;
