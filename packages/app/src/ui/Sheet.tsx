/**
 * A dialog at the right edge, for details and forms; the whole screen, with a way back, below 768 px. Escape and the scrim close it. What belongs to a list is
 * next to it in a wide window.
 */
import { ActionIcon, Drawer } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { usePaneSlot, useTakePane } from "../frame/pane-slot.ts";
import { useEscape } from "../frame/use-escape.ts";
import { Pane } from "./Pane.tsx";
import { type SheetContent, SheetParts } from "./SheetParts.tsx";
import { useNarrow, useWideWindow } from "./use-narrow.ts";
import "@mantine/core/styles/Drawer.layer.css";
import styles from "./Sheet.module.css";

const WIDTH_PX = 560;

interface Props extends SheetContent {
  readonly opened: boolean;
  /** May ask first; resolves to false where it stays open. */
  readonly onClose: () => unknown;
  /** No dialog over the page where a list and this have room next to each other. "inline": it is drawn next to the list already; "portal": it goes to the list's place. */
  readonly pane?: "inline" | "portal";
}

export function Sheet({ pane, ...props }: Props) {
  const hasRoom = useWideWindow();
  const slot = usePaneSlot();
  if (pane === "inline" && hasRoom) return props.opened && <Pane {...props} />;
  if (pane === "portal" && hasRoom && slot) return props.opened && <PortalPane {...props} slot={slot} />;
  return <DrawerSheet {...props} />;
}

function PortalPane({ slot, ...props }: Omit<Props, "pane"> & { slot: HTMLElement }) {
  useTakePane(props.onClose);
  return createPortal(<Pane {...props} />, slot);
}

function DrawerSheet({ opened, onClose, title, ...content }: Omit<Props, "pane">) {
  const narrow = useNarrow();
  useEscape(opened, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={() => void onClose()}
      position="right"
      closeOnEscape={false}
      size={narrow ? "100%" : WIDTH_PX}
      removeScrollProps={{ enabled: false }}
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: styles.sheet }}>
        <SheetParts
          {...content}
          back={
            narrow && (
              <ActionIcon variant="subtle" color="gray" size="xl" aria-label="Back" onClick={() => void onClose()}>
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
