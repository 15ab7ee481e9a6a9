/** A red note where something failed, announced at once. */
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Note } from "./Note.tsx";

export function ErrorNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Note tone="error" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} actions={action}>
      {children}
    </Note>
  );
}
