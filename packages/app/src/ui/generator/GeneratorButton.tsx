/** Opens the generator beside the field it fills. */
import { Button, Popover } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useState } from "react";
import { GeneratorPanel, type GeneratorTab } from "./GeneratorPanel.tsx";
import { GENERATOR_POPOVER } from "./generator-popover.ts";
import "@mantine/core/styles/Popover.layer.css";

/** What may fill a password field. */
const SECRETS: readonly GeneratorTab[] = ["password", "passphrase", "pin"];

export function GeneratorButton({ onUse, label = "Generate Password" }: { onUse: (password: string) => void; label?: string }) {
  const [opened, setOpened] = useState(false);
  const use = (password: string) => {
    onUse(password);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} {...GENERATOR_POPOVER}>
      <Popover.Target>
        <Button variant="light" size="compact-sm" leftSection={<IconWand size={16} aria-hidden />} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Password generator">{opened && <GeneratorPanel onUse={use} tabs={SECRETS} />}</Popover.Dropdown>
    </Popover>
  );
}
