/** A list that holds items, none of which match what was typed. */
import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { EmptyState } from "../ui/EmptyState.tsx";

export function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconSearchOff />}
      title="Nothing found"
      text={`No item matches "${text.trim()}".`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
