/** What this browser calls itself, in words a person recognises: "Chrome on Windows". Sealed into what it saves; the server never sees it. */

/** In this order: the later ones also name the earlier engines. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

const first = (table: readonly (readonly [RegExp, string])[], text: string): string | null =>
  table.find(([sign]) => sign.test(text))?.[1] ?? null;

/** @param userAgent - the browser's `navigator.userAgent`. */
export function deviceName(userAgent: string): string {
  const browser = first(BROWSERS, userAgent) ?? "Browser";
  const system = first(SYSTEMS, userAgent);
  return system === null ? browser : `${browser} on ${system}`;
}
