/** The password generator, over a button of the header or, on a phone, of the bar at its foot. Stays open while its password is copied. */
import { Popover } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { useCommands } from "../frame/commands.ts";
import { GeneratorPanel } from "../ui/generator/GeneratorPanel.tsx";
import { GENERATOR_POPOVER } from "../ui/generator/generator-popover.ts";

/** What it is called. */
export const GENERATOR = "Password generator";

interface Props {
  readonly position?: "bottom-end" | "top";
  /** The button, which takes a ref; pressed it opens the generator or closes it. */
  readonly children: (toggle: () => void) => ReactElement;
}

export function GeneratorMenu({ position = "bottom-end", children }: Props) {
  const { generating: opened, setGenerating: setOpened } = useCommands();
  const title = useId();
  return (
    <Popover opened={opened} onChange={setOpened} {...GENERATOR_POPOVER} position={position}>
      <Popover.Target>{children(() => setOpened(!opened))}</Popover.Target>
      {/* The library names it after its button, which the bar calls otherwise. */}
      <Popover.Dropdown aria-labelledby={title}>
        <span id={title} className="visually-hidden">
          {GENERATOR}
        </span>
        {opened && <GeneratorPanel />}
      </Popover.Dropdown>
    </Popover>
  );
}
