/** Opens the generator beside the field it fills. A field with nothing in it is filled by the click itself (specification 2 §2), and follows the generator until it is closed. */
import { Button, Popover } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { type MouseEvent, useRef, useState } from "react";
import { GeneratorPanel, type GeneratorTab } from "./GeneratorPanel.tsx";
import { GENERATOR_POPOVER } from "./generator-popover.ts";
import "@mantine/core/styles/Popover.layer.css";

/** What may fill a password field. */
const SECRETS: readonly GeneratorTab[] = ["password", "passphrase", "pin"];

interface Props {
  /** Of the field: what somebody typed, or filled in earlier, is replaced by "Use" alone. */
  readonly value: string;
  readonly onUse: (password: string) => void;
}

/** An empty field that loses the focus complains above this button, and would move it away before the click is one. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

export function GeneratorButton({ value, onUse }: Props) {
  const [opened, setOpened] = useState(false);
  /** What this opening put into the field. */
  const filled = useRef("");
  const open = (isOpen: boolean) => {
    filled.current = "";
    setOpened(isOpen);
  };
  const use = (password: string) => {
    onUse(password);
    open(false);
  };
  const fill = (shown: string) => {
    if (value !== filled.current) return;
    filled.current = shown;
    onUse(shown);
  };
  return (
    <Popover opened={opened} onChange={open} {...GENERATOR_POPOVER}>
      <Popover.Target>
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconWand size={18} aria-hidden />}
          onMouseDown={keepFocus}
          onClick={(event) => {
            // Where the focus is when it opens, it comes back to: the field it was left in might open a list of its own.
            event.currentTarget.focus({ preventScroll: true });
            open(!opened);
          }}
        >
          Generate Password
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Password generator">
        {opened && <GeneratorPanel onUse={use} onShown={fill} tabs={SECRETS} />}
      </Popover.Dropdown>
    </Popover>
  );
}
