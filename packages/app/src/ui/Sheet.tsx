/**
 * A dialog at the right edge, for details and forms; the whole screen, with a way back, below 768 px. Escape and the scrim close it. What belongs to a list opens
 */
import { ActionIcon, Drawer } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Pane } from "./Pane.tsx";
import { type SheetContent, SheetParts } from "./SheetParts.tsx";
import { useNarrow, useWideWindow } from "./use-narrow.ts";
import "@mantine/core/styles/Drawer.layer.css";
import styles from "./Sheet.module.css";

const WIDTH_PX = 560;
/** The column of a narrow one stays where it is; vault and tags are to its left (ItemForm.module.css). */
const WIDE_PX = 832;

const sheetWidth = (narrow: boolean, wide: boolean): string | number => {
  if (narrow) return "100%";
  return wide ? WIDE_PX : WIDTH_PX;
};

interface Props extends SheetContent {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** For forms of two columns. */
  readonly wide?: boolean;
  /** For a detail that is read while walking through the list next to it: no dialog over the page where both have room. */
  readonly asPane?: boolean;
}

export function Sheet({ asPane = false, ...props }: Props) {
  const hasRoom = useWideWindow();
  if (asPane && hasRoom) return props.opened && <Pane {...props} />;
  return <DrawerSheet {...props} />;
}

function DrawerSheet({ opened, onClose, title, wide = false, ...content }: Omit<Props, "asPane">) {
  const narrow = useNarrow();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={sheetWidth(narrow, wide)}
      removeScrollProps={{ enabled: false }}
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.sheet }}>
        <SheetParts
          {...content}
          back={
            narrow && (
              <ActionIcon variant="subtle" color="gray" size="xl" aria-label="Back" onClick={onClose}>
                <IconArrowLeft size={20} aria-hidden />
              </ActionIcon>
            )
          }
          title={(className) => <Drawer.Title className={className}>{title}</Drawer.Title>}
          close={!narrow && <Drawer.CloseButton aria-label="Close" size="lg" />}
        />
      </Drawer.Content>
    </Drawer.Root>
  );
}
