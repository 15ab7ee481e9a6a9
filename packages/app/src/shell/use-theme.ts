/** Light or dark. The choice is kept on this device under `theme`; light when there is none. "System" is chosen in the settings. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** @returns the theme that is not on, and what turns it on. */
export function useOtherTheme(): { readonly other: "light" | "dark"; readonly label: string; readonly use: () => void } {
  // Holding transitions back would inject a style element, which the content policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const shown = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [other, label] = shown === "dark" ? (["light", "Use light theme"] as const) : (["dark", "Use dark theme"] as const);
  return { other, label, use: () => setColorScheme(other) };
}
