/** Light or dark. The choice is kept on this device under `theme`; light when there is none. */
import { useMantineColorScheme } from "@mantine/core";

/** @returns the theme that is not on, and what turns it on. */
export function useOtherTheme(): { readonly other: "light" | "dark"; readonly use: () => void } {
  // Holding transitions back would inject a style element, which the content policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = colorScheme === "dark" ? "light" : "dark";
  return { other, use: () => setColorScheme(other) };
}
