/** A small dialog in the middle, for questions with a few fields. Its head is no `header` element: a page has one banner. */
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useReturnFocus } from "../../frame/use-return-focus.ts";
import "./forms.css";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTH_PX = 448;

export function Dialog({ title, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Modal.Root opened onClose={onClose} size={WIDTH_PX} centered removeScrollProps={{ enabled: false }}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
