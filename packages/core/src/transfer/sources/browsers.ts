/** The browsers we import from. Those based on Chromium write the same format; a file does not show which of them it is from. */
import type { Source } from "../source.ts";

const CHROMIUM = {
  read: "columns",
  columns: { name: "name", url: "website_url", username: "username", password: "password", note: "notes" },
  required: ["url", "username", "password"],
  isCommon: true,
  ignored: [],
} as const;

export const BROWSERS = {
  chrome: {
    ...CHROMIUM,
    name: "Chrome",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "chrome",
    howTo: [
      "In Chrome, open the menu and choose Passwords and autofill, then Google Password Manager.",
      "Choose Settings, then Download file next to Export passwords, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  firefox: {
    name: "Firefox",
    read: "columns",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "firefox",
    columns: { url: "website_url", username: "username", password: "password" },
    required: ["url", "username", "password"],
    rowRules: [
      {
        column: "website_url",
        matches: /^chrome:\/\/FirefoxAccounts/i,
        message: "This line is Firefox's own key for its sync, no login of yours; it was left out.",
      },
    ],
    repeats: { formActionOrigin: "website_url" },
    ignored: ["guid", "timeCreated", "timeLastUsed", "timePasswordChanged"],
    howTo: [
      "In Firefox, open the menu and choose Passwords.",
      "In the menu of that page choose Export passwords and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  edge: {
    ...CHROMIUM,
    name: "Microsoft Edge",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "edge",
    howTo: [
      "In Edge, open the menu and choose Passwords, or go to edge://wallet/passwords.",
      "In the menu of that page choose Export passwords and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  safari: {
    name: "Safari",
    read: "columns",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "safari",
    columns: { Title: "name", URL: "website_url", Username: "username", Password: "password", Notes: "notes", OTPAuth: "totp" },
    required: ["Title", "URL", "Username", "Password"],
    isCommon: true,
    ignored: [],
    howTo: [
      "On a Mac, open Safari or the Passwords app and choose File.",
      "Choose Export Passwords, or Export All Passwords to File, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  opera: {
    ...CHROMIUM,
    name: "Opera",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "opera",
    howTo: [
      "In Opera, open Settings, then Passwords and autofill, then the password manager.",
      "Choose Settings, then Download file next to Export passwords, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  brave: {
    ...CHROMIUM,
    name: "Brave",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "brave",
    howTo: [
      "In Brave, go to brave://password-manager/settings.",
      "Choose Download file next to Export passwords, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
  vivaldi: {
    ...CHROMIUM,
    name: "Vivaldi",
    group: "browser",
    supportedFormats: ["csv"],
    icon: "vivaldi",
    howTo: [
      "In Vivaldi, go to chrome://password-manager/settings.",
      "Choose Download file next to Export passwords, and save the file.",
      "Drop the file here, and delete it once the import is done: everybody who finds it can read it.",
    ],
  },
} as const satisfies Record<string, Source>;
