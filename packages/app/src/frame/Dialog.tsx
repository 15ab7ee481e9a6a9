/** A dialog in the middle of the page, for short tasks; open while it is mounted. Details and long forms use `Sheet`, yes-or-no questions `confirm`. */
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./Dialog.module.css";
import { useEscape } from "./use-escape.ts";
import { useReturnFocus } from "./use-return-focus.ts";

/** @param size - width in CSS pixels @param isPage - it covers the whole window, as a page without the frame of the others. */
export function Dialog({
  onClose,
  title,
  children,
  footer,
  size = 480,
  closeOnClickOutside = true,
  isPage = false,
}: {
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: number;
  closeOnClickOutside?: boolean;
  isPage?: boolean;
}) {
  useReturnFocus();
  useEscape(true, onClose);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      centered={!isPage}
      fullScreen={isPage}
      removeScrollProps={{ enabled: false }}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={false}
      transitionProps={{ duration: 140, transition: "fade" }}
    >
      <Modal.Overlay />
      <Modal.Content {...(isPage && { classNames: { content: styles.page } })}>
        {/* No header element: a page has one banner. */}
        <div className={styles.header}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
