/** A list that holds items, none of which match what was typed or chosen. */
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { useCommands } from "../../frame/commands.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";

interface Props {
  /** What was typed; blank when only chips narrow the list. */
  readonly text: string;
  readonly onClear: () => void;
}

export function NoMatch({ text, onClear }: Props) {
  const { openPalette } = useCommands();
  const typed = text.trim();
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title="Nothing found"
      text={typed ? `No item matches "${typed}".` : "No item matches the filters."}
      action={
        <Button variant="default" onClick={onClear}>
          {typed ? "Clear search" : "Clear filters"}
        </Button>
      }
      secondary={
        typed !== "" && (
          <Button variant="subtle" onClick={() => openPalette(typed)}>
            Search everything
          </Button>
        )
      }
    />
  );
}
