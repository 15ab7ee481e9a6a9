/** Switches between light and dark. */
import { ActionIcon } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useOtherTheme } from "./use-theme.ts";

export function ThemeToggle() {
  const theme = useOtherTheme();
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={theme.label} title={theme.label} onClick={theme.use}>
      {theme.other === "dark" ? <IconMoon size={20} aria-hidden /> : <IconSun size={20} aria-hidden />}
    </ActionIcon>
  );
}
