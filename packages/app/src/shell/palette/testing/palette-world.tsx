/** The palette over a vault with little in it. */
import type { Item } from "@coffer/core/items/item";
import { IconFileImport, IconSettings, IconTrash, IconUsers } from "@tabler/icons-react";
import { vi } from "vitest";
import { page } from "vitest/browser";
import { type Commands, CommandsContext } from "../../../frame/commands.ts";
import type { ListedPage } from "../../../frame/sidebar-order.ts";
import { ANN } from "../../../testing/ann.ts";
import { fakeClient } from "../../../testing/fake-client.ts";
import { renderApp } from "../../../testing/render.tsx";
import { anItem, aVault } from "../../../testing/sample-items.ts";
import { Palette } from "../Palette.tsx";

const ROUTES: readonly ListedPage[] = [
  { path: "/import", access: "signed-in", menu: { label: "Import File", icon: IconFileImport } },
  { path: "/settings", access: "signed-in", userMenu: { label: "Settings", icon: IconSettings } },
  { path: "/trash", access: "signed-in", menu: { label: "Trash", icon: IconTrash } },
  { path: "/teams", access: "manage_teams", menu: { label: "Teams", icon: IconUsers } },
];
export const home = aVault("Home");
export const CONTENTS = {
  vaults: [home],
  items: [
    anItem("GitHub", { fields: { title: "GitHub", username: "ada", password: "octocat-secret" }, categoryId: home.id, lastUsedAt: 2 }),
    anItem("Mail", { lastUsedAt: 1 }),
    anItem("Never used"),
    anItem("Trash can", { fields: { title: "Trash can" } }),
  ],
};
const TRASHED = [{ item: anItem("Old mail"), deletedAt: 0 }];

interface World {
  readonly items?: readonly Item[];
  readonly openItem?: (asked: { id: string }) => Promise<Item>;
}

export async function open(text = "", { items = CONTENTS.items, openItem }: World = {}) {
  const contents = { ...CONTENTS, items: [...items] };
  const onClose = vi.fn();
  const commands: Commands = {
    add: vi.fn(),
    openPalette: vi.fn(),
    openHelp: vi.fn(),
    showServerView: vi.fn(),
    goBackInTime: vi.fn(),
    share: vi.fn(),
    generating: false,
    setGenerating: vi.fn(),
  };
  const logout = vi.fn(async () => undefined);
  const lock = vi.fn(async () => undefined);
  const client = fakeClient({
    session: ANN,
    account: { logout, lock },
    vault: {
      contents: () => contents,
      pull: async () => contents,
      trash: async () => TRASHED,
      markUsed: async () => undefined,
      ...(openItem && { open: openItem }),
    },
  });
  const palette = (
    <CommandsContext value={commands}>
      <Palette text={text} routes={ROUTES} onClose={onClose} />
    </CommandsContext>
  );
  await renderApp(palette, { client });
  return { onClose, commands, logout, lock };
}

export const field = page.getByRole("combobox", { name: "Search items, vaults, pages and actions" });
export const option = (name: string | RegExp) => page.getByRole("option", { name });
export const labels = () =>
  page
    .getByRole("option")
    .elements()
    .map((one) => one.textContent ?? "");
