/** In a form whose change cannot wait on this device: says so before someone types, where the server does not answer. */
import { IconCloudOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useConnection } from "../frame/connection.ts";
import { Note } from "./Note.tsx";

/** @param children - what cannot be done until it answers */
export function NeedsServer({ children }: { children: ReactNode }) {
  if (useConnection() === "here") return null;
  return (
    <Note tone="warning" role="status" label="The server does not answer" icon={<IconCloudOff size={18} aria-hidden />}>
      {children}
    </Note>
  );
}
