/** The name of a device for its owner: browser and system, "Chrome on Windows", and nothing else from the user agent. */

type Names = readonly (readonly [name: string, mark: RegExp])[];

/** The first match counts: user agents also contain the names of other browsers. */
const BROWSERS: Names = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const SYSTEMS: Names = [
  ["Windows", /\bWindows\b/],
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["macOS", /\bMac(?:intosh|OS)\b|\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];
/** No real user agent is longer; the rest is ignored. */
const READ_CHARACTERS = 1_000;

const find = (names: Names, userAgent: string): string | undefined => names.find(([, mark]) => mark.test(userAgent))?.[0];

/** @param userAgent - as sent by the browser; only the names in the tables above are stored. */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? "").slice(0, READ_CHARACTERS);
  const browser = find(BROWSERS, text) ?? "Unknown browser";
  const system = find(SYSTEMS, text);
  return system ? `${browser} on ${system}` : browser;
}
