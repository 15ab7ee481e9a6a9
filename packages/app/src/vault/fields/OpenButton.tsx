/** Opens a web address in a new tab. */
import { ActionIcon } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";

export function OpenButton({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} onClick={onOpen}>
      <IconExternalLink size={18} aria-hidden />
    </ActionIcon>
  );
}
