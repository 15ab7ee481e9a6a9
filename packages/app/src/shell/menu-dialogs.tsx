/** MENU_DIALOGS: entries of menus that open a dialog over the current page. `openDialog` may be called from anywhere. */
import { IconEyeOff, IconFileExport, IconHistory } from "@tabler/icons-react";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { SERVER_VIEW, TIME_TRAVEL } from "../frame/commands.ts";
import type { ShortcutName } from "../frame/keyboard/shortcuts.ts";
import type { MenuEntry } from "../frame/sidebar-order.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";

interface MenuDialog {
  readonly menu: MenuEntry;
  readonly shortcut?: ShortcutName;
  /** What people may call it instead, in the palette. */
  readonly otherWords?: string;
  readonly dialog: ComponentType<{ onClose: () => void }>;
}

const DIALOGS = {
  export: {
    menu: { label: "Export File", icon: IconFileExport },
    dialog: lazyComponent("dialog", async () => (await import("../transfer/ExportDialog.tsx")).ExportDialog),
  },
  time: {
    menu: { label: TIME_TRAVEL, icon: IconHistory },
    otherWords: "history versions earlier restore undo take back time travel",
    dialog: lazyComponent("dialog", async () => (await import("../vault/time/TimeTravel.tsx")).TimeTravel),
  },
  glass: {
    menu: { label: SERVER_VIEW, icon: IconEyeOff },
    shortcut: "glass",
    dialog: lazyComponent("dialog", async () => (await import("./glass/GlassWall.tsx")).GlassWall),
  },
} satisfies Record<string, MenuDialog>;

export type MenuDialogName = keyof typeof DIALOGS;
export const MENU_DIALOGS: Readonly<Record<MenuDialogName, MenuDialog>> = DIALOGS;

let opened: MenuDialogName | null = null;
const listeners = new Set<() => void>();

export function openDialog(name: MenuDialogName | null): void {
  opened = name;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Draws the open dialog; one that ends late, as after a change of many items, closes no other. Mounted once, in the frame of the signed-in pages; with it the dialog ends. */
export function MenuDialogHost() {
  const name = useSyncExternalStore(subscribe, () => opened);
  useEffect(() => () => openDialog(null), []);
  if (name === null) return null;
  const Shown = MENU_DIALOGS[name].dialog;
  return <Shown onClose={() => opened === name && openDialog(null)} />;
}
