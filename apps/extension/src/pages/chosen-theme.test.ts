import { afterEach, expect, it, vi } from "vitest";
import { isDarkChosen } from "./chosen-theme.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["nothing is chosen yet", {}, true, false],
  ["the person wants it dark", { theme: "dark" }, false, true],
  ["the person wants it light", { theme: "light" }, true, false],
  ["it follows a dark device", { theme: "light", "theme-follows-system": "on" }, true, true],
  ["it follows a light device", { theme: "dark", "theme-follows-system": "on" }, false, false],
  ["it follows no device any more", { theme: "dark", "theme-follows-system": "off" }, false, true],
])("where %s", (_, kept: Record<string, string>, isDeviceDark, isDark) => {
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept[name] ?? null });
  vi.stubGlobal("matchMedia", () => ({ matches: isDeviceDark }));
  expect(isDarkChosen()).toBe(isDark);
});
