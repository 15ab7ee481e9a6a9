/** What can be asked for from anywhere in the signed-in app: a new item, the palette, the generator, the shortcut sheet. The shell provides it and draws what was asked for. */
import type { KindName, RecordKind } from "@coffer/core/items/kinds";
import { createContext, use } from "react";

/** In every menu that has it. */
export const SERVER_VIEW = "See what the server has";

/** In every menu that has it. */
export const TIME_TRAVEL = "Go back in time";

export interface Commands {
  readonly add: (kind: KindName) => void;
  /** @param text - what it searches for at first. */
  readonly openPalette: (text?: string) => void;
  readonly openHelp: () => void;
  /** Shares one of the user's own items or vaults. */
  readonly share: (what: { readonly id: string; readonly kind: RecordKind }) => void;
  /** Turns the screen into what the server has of it. */
  readonly showServerView: () => void;
  /** The vault as it was on an earlier day. */
  readonly goBackInTime: () => void;
  /** Whether the header's generator is open. */
  readonly generating: boolean;
  readonly setGenerating: (open: boolean) => void;
}

export const CommandsContext = createContext<Commands | null>(null);

export function useCommands(): Commands {
  const commands = use(CommandsContext);
  if (commands === null) throw new Error("CommandsProvider is missing");
  return commands;
}
