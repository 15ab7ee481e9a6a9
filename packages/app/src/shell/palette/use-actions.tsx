/** The pages the user may open and the actions they may take, as entries of the palette. */
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { IconArrowBackUp, IconKeyboard, IconLock, IconLogout, IconMoon, IconSun, IconWand } from "@tabler/icons-react";
import { type ReactNode, use } from "react";
import { useNavigate } from "react-router";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { type Commands, useCommands } from "../../frame/commands.ts";
import { HostActionsContext } from "../../frame/host-actions.ts";
import { newItemShortcut, type ShortcutName } from "../../frame/keyboard/shortcuts.ts";
import { type ListedPage, menuFor } from "../../frame/sidebar-order.ts";
import { toast } from "../../ui/toast.ts";
import { lastUndo } from "../../ui/undo.ts";
import { KIND_ICONS } from "../../vault/item/kind-icons.tsx";
import { MENU_DIALOGS, type MenuDialogName, openDialog } from "../menu-dialogs.tsx";
import { useLogout } from "../use-logout.ts";
import { useOtherTheme } from "../use-theme.ts";
import type { PaletteEntry } from "./entries.ts";

export interface Action extends PaletteEntry {
  readonly icon: ReactNode;
  /** Of SHORTCUTS, where one does the same. */
  readonly shortcut?: ShortcutName;
  readonly run: () => void;
}

const SIZE = 18;

export function usePages(routes: readonly ListedPage[]): readonly Action[] {
  const session = useSession();
  const navigate = useNavigate();
  if (!session) return [];
  const menu = menuFor(routes, session.permissions).flatMap(({ links }) => links);
  return [
    ...menu.map(({ to, entry: { label, icon: Icon } }) => ({
      id: to,
      label,
      icon: <Icon size={SIZE} aria-hidden />,
      run: () => void navigate(to),
    })),
    ...routes.flatMap(({ path, userMenu }) =>
      userMenu === undefined
        ? []
        : { id: path, label: userMenu.label, icon: <userMenu.icon size={SIZE} aria-hidden />, run: () => void navigate(path) },
    ),
    ...KIND_NAMES.map((kind) => {
      const { page, words } = kindOf(kind);
      const Icon = KIND_ICONS[kind];
      return { id: page, label: words.tab, otherWords: words.tile, icon: <Icon size={SIZE} />, run: () => void navigate(page) };
    }),
  ];
}

export function useActions(): readonly Action[] {
  const commands = useCommands();
  const theme = useOtherTheme();
  const logout = useLogout();
  const client = useClient();
  const lock = () => void client.account.lock().catch((error: unknown) => toast.failed(error, "Failed to lock"));
  const ofHost = use(HostActionsContext);
  return [
    ...ofHost,
    ...undoAction(),
    ...newItems(commands),
    {
      id: "generate",
      label: "Generate a password",
      otherWords: "generator random",
      icon: <IconWand size={SIZE} />,
      run: () => commands.setGenerating(true),
    },
    ...dialogActions(),
    {
      id: "theme",
      label: theme.label,
      otherWords: "appearance colours colors",
      icon: theme.other === "dark" ? <IconMoon size={SIZE} /> : <IconSun size={SIZE} />,
      run: theme.use,
    },
    {
      id: "shortcuts",
      label: "Keyboard shortcuts",
      shortcut: "help",
      otherWords: "keys help",
      icon: <IconKeyboard size={SIZE} />,
      run: commands.openHelp,
    },
    { id: "lock", label: "Lock", otherWords: "close vault", icon: <IconLock size={SIZE} />, run: lock },
    { id: "logout", label: "Logout", otherWords: "sign out log out", icon: <IconLogout size={SIZE} />, run: () => void logout() },
  ];
}

/** What was done last, as long as it can be taken back. */
function undoAction(): Action[] {
  const last = lastUndo();
  if (last === null) return [];
  const icon = <IconArrowBackUp size={SIZE} />;
  return [{ id: "undo", label: `Undo: ${last.label}`, otherWords: "take back", icon, run: () => void last.run() }];
}

const newItems = ({ add }: Commands): Action[] =>
  KIND_NAMES.map((kind) => {
    const Icon = KIND_ICONS[kind];
    const label = `New ${kindOf(kind).words.one}`;
    return {
      id: label,
      label,
      otherWords: "add create",
      shortcut: newItemShortcut(kind),
      icon: <Icon size={SIZE} />,
      run: () => add(kind),
    };
  });

const dialogActions = (): Action[] =>
  (Object.keys(MENU_DIALOGS) as MenuDialogName[]).map((name) => {
    const { menu, shortcut, otherWords } = MENU_DIALOGS[name];
    const { label, icon: Icon } = menu;
    const words = otherWords && { otherWords };
    return { id: name, label, icon: <Icon size={SIZE} />, ...words, ...(shortcut && { shortcut }), run: () => openDialog(name) };
  });
