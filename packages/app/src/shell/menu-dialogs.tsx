/** MENU_DIALOGS: entries of menus that open a dialog over the current page. `openDialog` may be called from anywhere. */
import { IconEyeOff, IconFileExport } from "@tabler/icons-react";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { SERVER_VIEW } from "../frame/commands.ts";
import type { ShortcutName } from "../frame/keyboard/shortcuts.ts";
import type { MenuEntry } from "../frame/menu.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";

interface MenuDialog {
  /** Without a group it is not in the sidebar. */
  readonly menu: Omit<MenuEntry, "group"> & Partial<MenuEntry>;
  readonly shortcut?: ShortcutName;
  readonly dialog: ComponentType<{ onClose: () => void }>;
}

const DIALOGS = {
  export: {
    menu: { group: "advanced", label: "Export File", icon: IconFileExport },
    dialog: lazyComponent("dialog", async () => (await import("../transfer/ExportDialog.tsx")).ExportDialog),
  },
  glass: {
    menu: { label: SERVER_VIEW, icon: IconEyeOff },
    shortcut: "glass",
    dialog: lazyComponent("dialog", async () => (await import("./glass/GlassWall.tsx")).GlassWall),
  },
} satisfies Record<string, MenuDialog>;

export type MenuDialogName = keyof typeof DIALOGS;
export const MENU_DIALOGS: Readonly<Record<MenuDialogName, MenuDialog>> = DIALOGS;

/** The entries of one group, in their order. */
export const dialogsIn = (group: MenuEntry["group"]): readonly (readonly [MenuDialogName, MenuDialog["menu"]])[] =>
  (Object.keys(MENU_DIALOGS) as MenuDialogName[])
    .map((name) => [name, MENU_DIALOGS[name].menu] as const)
    .filter(([, menu]) => menu.group === group);

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

/** Draws the open dialog. Mounted once, in the frame of the signed-in pages; with it the dialog ends. */
export function MenuDialogHost() {
  const name = useSyncExternalStore(subscribe, () => opened);
  useEffect(() => () => openDialog(null), []);
  if (name === null) return null;
  const Shown = MENU_DIALOGS[name].dialog;
  return <Shown onClose={() => openDialog(null)} />;
}
