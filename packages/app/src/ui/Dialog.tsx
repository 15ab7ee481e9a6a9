/** A dialog in the middle of the page, for short tasks. Details and long forms use `Sheet`, yes-or-no questions `confirm`. */
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import "./dialog.css";

/** @param size - width in CSS pixels. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  footer,
  size = 480,
  closeOnClickOutside = true,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: number;
  closeOnClickOutside?: boolean;
}) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      radius="lg"
      removeScrollProps={{ enabled: false }}
      closeOnClickOutside={closeOnClickOutside}
      transitionProps={{ duration: 140, transition: "fade" }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="dialog-header">
          <Modal.Title className="dialog-title">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size="lg" />
        </div>
        <Modal.Body className="dialog-body">{children}</Modal.Body>
        {footer !== undefined && <div className="dialog-footer">{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
