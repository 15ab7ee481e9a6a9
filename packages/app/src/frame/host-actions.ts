/** Actions that only the mounting app can take, as entries of the palette: the extension signs in to the site that is open. */
import { createContext, type ReactNode } from "react";

export interface HostAction {
  readonly id: string;
  readonly label: string;
  /** Words that it is found by, too. */
  readonly otherWords?: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export const HostActionsContext = createContext<readonly HostAction[]>([]);
