/** MENU_DIALOGS: entries of the sidebar that open a dialog over the current page. `openDialog` may be called from anywhere. */
import { IconFileExport } from "@tabler/icons-react";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import type { MenuEntry } from "../frame/menu.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";

interface MenuDialog {
  readonly menu: MenuEntry;
  readonly dialog: ComponentType<{ onClose: () => void }>;
}

export const MENU_DIALOGS = {
  export: {
    menu: { group: "advanced", label: "Export File", icon: IconFileExport },
    dialog: lazyComponent("dialog", async () => (await import("../transfer/ExportDialog.tsx")).ExportDialog),
  },
} as const satisfies Record<string, MenuDialog>;

export type MenuDialogName = keyof typeof MENU_DIALOGS;

/** The entries of one group, in their order. */
export const dialogsIn = (group: MenuEntry["group"]): readonly (readonly [MenuDialogName, MenuEntry])[] =>
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
