/** A red note where something failed, announced at once. */
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import "./note.css";

export function ErrorNote({ children, action, id }: { children: ReactNode; action?: ReactNode; id?: string }) {
  return (
    <div className="note note-error" role="alert" {...(id === undefined ? {} : { id })}>
      <IconAlertCircle size={18} aria-hidden />
      <div className="note-text">{children}</div>
      {action}
    </div>
  );
}
