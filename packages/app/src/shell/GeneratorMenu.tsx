/** The password generator in the header. Stays open while its password is copied. */
import { ActionIcon, Popover } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useCommands } from "../frame/commands.ts";
import { GeneratorPanel } from "../ui/generator/GeneratorPanel.tsx";
import { GENERATOR_POPOVER } from "../ui/generator/generator-popover.ts";

const LABEL = "Password generator";

export function GeneratorMenu() {
  const { generating: opened, setGenerating: setOpened } = useCommands();
  return (
    <Popover opened={opened} onChange={setOpened} {...GENERATOR_POPOVER}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={LABEL} title={LABEL} onClick={() => setOpened(!opened)}>
          <IconWand size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={LABEL}>{opened && <GeneratorPanel />}</Popover.Dropdown>
    </Popover>
  );
}
