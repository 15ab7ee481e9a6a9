/** Opens the generator next to the field it fills. A field with nothing in it is filled by the click itself (specification 2 §2), and follows the generator until it is closed. */
import { Button, Popover } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { GeneratorPanel, type GeneratorTab } from "./GeneratorPanel.tsx";
import { GENERATOR_POPOVER } from "./generator-popover.ts";
import "@mantine/core/styles/Popover.layer.css";

/** What may fill a password field. */
const SECRETS: readonly GeneratorTab[] = ["password", "passphrase", "pin"];

interface Props {
  /** Of the field: what was typed, or filled in earlier, is replaced by "Use" alone. */
  readonly value: string;
  readonly onUse: (password: string) => void;
}

/** An empty field that loses the focus complains above this button, and would move it away before the click is one. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

export function GeneratorButton({ value, onUse }: Props) {
  const [opened, setOpened] = useState(false);
  /** What this opening put into the field. */
  const filled = useRef("");
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const open = (isOpen: boolean) => {
    filled.current = "";
    setOpened(isOpen);
    if (!isOpen && panel.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
  };
  const closeByKey = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") open(false);
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
  // On Escape the library gives the focus back, whatever it is told, to the field that had it before, which may open a list of its own.
  return (
    <Popover opened={opened} onChange={open} {...GENERATOR_POPOVER} returnFocus={false} closeOnEscape={false}>
      <Popover.Target>
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconWand size={18} aria-hidden />}
          onMouseDown={keepFocus}
          ref={button}
          onClick={() => open(!opened)}
        >
          Generate Password
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={panel} aria-label="Password generator" onKeyDownCapture={closeByKey}>
        {opened && <GeneratorPanel onUse={use} onShown={fill} tabs={SECRETS} />}
      </Popover.Dropdown>
    </Popover>
  );
}
