/** Provides the commands of frame/commands.ts, takes their keys, and draws what was asked for. */
import { KIND_NAMES, type KindName, kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { type ReactNode, useMemo, useState } from "react";
import { matchPath, useLocation, useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { type Commands, CommandsContext } from "../frame/commands.ts";
import { newItemShortcut } from "../frame/keyboard/shortcuts.ts";
import { type ShortcutHandlers, useShortcuts } from "../frame/keyboard/use-shortcuts.tsx";
import { whenPaneIsFree } from "../frame/pane-slot.ts";
import type { ListedPage } from "../frame/sidebar-order.ts";
import { copyForAWhile } from "../ui/clipboard.ts";
import { generateUsualPassword } from "../ui/generator/generate.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { toast } from "../ui/toast.ts";
import { ItemFormSheet } from "../vault/form/ItemFormSheet.tsx";
import { mayEdit } from "../vault/item/rights.ts";
import { useContents } from "../vault/queries.ts";
import { openDialog } from "./menu-dialogs.tsx";
// Not lazy: what is typed right after its key has to arrive in its field.
import { Palette } from "./palette/Palette.tsx";

const ShareDialog = lazyComponent("dialog", async () => (await import("../sharing/ShareDialog.tsx")).ShareDialog);
const ShortcutSheet = lazyComponent("dialog", async () => (await import("./keyboard/ShortcutSheet.tsx")).ShortcutSheet);

type Open =
  | { readonly what: "form"; readonly kind: KindName }
  | { readonly what: "palette"; readonly text: string }
  | { readonly what: "share"; readonly target: { readonly id: string; readonly kind: RecordKind } }
  | { readonly what: "help" };

/** @param routes - the pages the palette lists. */
export function CommandsProvider({ routes, children }: { routes: readonly ListedPage[]; children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const [generating, setGenerating] = useState(false);
  const commands = useMemo<Commands>(
    () => ({
      add: (kind) => whenPaneIsFree(() => setOpen({ what: "form", kind })),
      openPalette: (text = "") => setOpen({ what: "palette", text }),
      openHelp: () => setOpen({ what: "help" }),
      share: (target) => setOpen({ what: "share", target }),
      showServerView: () => openDialog("glass"),
      goBackInTime: () => openDialog("time"),
      generating,
      setGenerating,
    }),
    [generating],
  );
  return (
    <CommandsContext value={commands}>
      <CommandKeys commands={commands} />
      {children}
      {open?.what === "form" && <NewItem kind={open.kind} onClose={() => setOpen(null)} />}
      {open?.what === "palette" && (
        <Palette text={open.text} routes={routes} onClose={() => setOpen((now) => (now === open ? null : now))} />
      )}
      {open?.what === "share" && <ShareDialog target={open.target} onClose={() => setOpen(null)} />}
      {open?.what === "help" && <ShortcutSheet onClose={() => setOpen(null)} />}
    </CommandsContext>
  );
}

const ALL_ITEMS = "/all-items";

function NewItem({ kind, onClose }: { kind: KindName; onClose: () => void }) {
  const { pathname } = useLocation();
  const categoryId = useVaultOfPage(pathname);
  const navigate = useNavigate();
  // On the page of all items the tab of the new one opens, so that it is seen (decision V-01).
  const showNew = (added: KindName) => pathname === ALL_ITEMS && navigate(`${ALL_ITEMS}?tab=${kindOf(added).list}`);
  return (
    <ItemFormSheet
      target={{ kind, item: null, categoryId, from: "picker" }}
      editor="modal"
      onClose={onClose}
      onSaved={({ kind: added }) => void showNew(added)}
    />
  );
}

/** The open vault, if the user may add to it: what is new goes there. */
function useVaultOfPage(pathname: string): string | null {
  const { data } = useContents();
  const vault = data?.vaults.find(({ id }) => matchPath({ path: "/vaults/:vaultId", end: false }, pathname)?.params.vaultId === id);
  return vault && mayEdit(vault) ? vault.id : null;
}

/** Takes the keys that work on every page. */
function CommandKeys({ commands }: { commands: Commands }) {
  const client = useClient();
  const generate = async () => {
    const value = generateUsualPassword();
    try {
      await copyForAWhile(value);
      await client.generated.add({ value, at: Date.now() });
      toast.done("A new password was copied. It is in the generator's history.");
    } catch (error) {
      toast.failed(error, "Failed to copy");
    }
  };
  const handlers: ShortcutHandlers = {
    palette: () => did(commands.openPalette()),
    help: () => did(commands.openHelp()),
    search: focusSearch,
    save: submitForm,
    generate: () => did(void generate()),
    glass: () => did(commands.showServerView()),
  };
  for (const kind of KIND_NAMES) handlers[newItemShortcut(kind)] = () => did(commands.add(kind));
  useShortcuts(handlers);
  return null;
}

const did = (_: unknown): true => true;

/** Where there is little room the search field is behind a button, which puts the focus in it. */
function focusSearch(): boolean {
  const target = document.querySelector<HTMLElement>("[data-page-search]");
  if (target instanceof HTMLInputElement) target.focus();
  else target?.click();
  return target !== null;
}

function submitForm({ target }: KeyboardEvent): boolean {
  const form = target instanceof Element ? target.closest('[role="dialog"]')?.querySelector("form") : null;
  form?.requestSubmit();
  return form !== null && form !== undefined;
}
