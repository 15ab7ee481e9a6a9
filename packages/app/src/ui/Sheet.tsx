/** A dialog at the right edge, for details and forms; the whole screen, with a way back, below 768 px. Escape and the scrim close it. */
import { ActionIcon, Drawer } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNarrow } from "./use-narrow.ts";
import "@mantine/core/styles/Drawer.layer.css";
import styles from "./Sheet.module.css";

const WIDTH_PX = 560;
const WIDE_PX = 860;

const sheetWidth = (narrow: boolean, wide: boolean): string | number => {
  if (narrow) return "100%";
  return wide ? WIDE_PX : WIDTH_PX;
};

export function Sheet({
  opened,
  onClose,
  title,
  actions,
  wide = false,
  children,
  footer,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** For forms of two columns. */
  wide?: boolean;
  children: ReactNode;
  /** Stays in sight while the content scrolls. */
  footer?: ReactNode;
}) {
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
        <div className={styles.header}>
          {narrow && (
            <ActionIcon variant="subtle" color="gray" size="xl" aria-label="Back" onClick={onClose}>
              <IconArrowLeft size={22} aria-hidden />
            </ActionIcon>
          )}
          <Drawer.Title className={styles.title}>{title}</Drawer.Title>
          {actions}
          {!narrow && <Drawer.CloseButton aria-label="Close" size="lg" />}
        </div>
        <Drawer.Body className={styles.body}>{children}</Drawer.Body>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  );
}
