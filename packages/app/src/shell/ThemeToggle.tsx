/** Switches between light and dark. The choice is kept on this device under `theme`; light when there is none. */
import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";

export function ThemeToggle() {
  // Holding transitions back would inject a style element, which the content policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const next = colorScheme === "dark" ? "light" : "dark";
  const label = `Use ${next} theme`;
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      {next === "dark" ? <IconMoon size={19} aria-hidden /> : <IconSun size={19} aria-hidden />}
    </ActionIcon>
  );
}
