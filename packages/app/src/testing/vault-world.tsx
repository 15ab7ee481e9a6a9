/** A page of the vault inside what the signed-in shell gives it: keys, search, commands. Its vault holds what a test puts in, and does what it is asked. */
import type { Client, Contents, Session, TrashedItem } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import { addTag, readTags, tagKey, writeTags } from "@coffer/core/items/structured-fields";
import { type ReactNode, Suspense, useState } from "react";
import { type Commands, CommandsContext } from "../frame/commands.ts";
import { KeyboardProvider } from "../frame/keyboard/use-shortcuts.tsx";
import { PageSearchProvider, usePageSearch } from "../frame/search-context.tsx";
import { ListViewsProvider } from "../vault/list/use-list-view.tsx";
import { ANN } from "./ann.ts";
import { fakeClient, type PartOf } from "./fake-client.ts";
import { renderApp } from "./render.tsx";

interface World {
  readonly items?: readonly Item[];
  readonly vaults?: readonly Vault[];
  readonly trashed?: readonly TrashedItem[];
  /** Verbs that answer otherwise, as a server that refuses. */
  readonly verbs?: PartOf<Client["vault"]>;
  /** What the client has in addition to its vault. */
  readonly features?: Pick<PartOf<Client>, "account" | "transfer" | "drafts" | "sharing" | "team">;
  readonly session?: Session;
  readonly at?: string;
}

/** What the vault holds, and every verb that changed it, in order. */
export interface VaultSetup {
  items: Item[];
  vaults: Vault[];
  trashed: TrashedItem[];
  readonly asked: { readonly verb: string; readonly input: unknown }[];
}

export async function renderVault(
  page: ReactNode,
  { items = [], vaults = [], trashed = [], verbs = {}, features = {}, session = ANN, at = "/" }: World = {},
) {
  sessionStorage.clear();
  localStorage.clear();
  const held: VaultSetup = { items: [...items], vaults: [...vaults], trashed: [...trashed], asked: [] };
  const palette: string[] = [];
  const shared: unknown[] = [];
  const client = fakeClient({ session, ...features, vault: { ...verbsOf(held), ...verbs } });
  const screen = (
    <KeyboardProvider>
      <ListViewsProvider>
        <PageSearchProvider>
          <WithCommands onPalette={(text) => palette.push(text)} onShare={(what) => shared.push(what)}>
            <SearchField />
            <Suspense>{page}</Suspense>
          </WithCommands>
        </PageSearchProvider>
      </ListViewsProvider>
    </KeyboardProvider>
  );
  await renderApp(screen, { client, at });
  return { held, palette, shared };
}

/** Where the header would be. */
function SearchField() {
  const { text, setText } = usePageSearch();
  return <input aria-label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

interface CommandsProps {
  readonly onPalette: (text: string) => void;
  readonly onShare: Commands["share"];
  readonly children: ReactNode;
}

function WithCommands({ onPalette, onShare, children }: CommandsProps) {
  const [generating, setGenerating] = useState(false);
  const commands: Commands = {
    add: () => undefined,
    openPalette: (text = "") => onPalette(text),
    openHelp: () => undefined,
    share: onShare,
    showServerView: () => undefined,
    goBackInTime: () => undefined,
    generating,
    setGenerating,
  };
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/** Lists are new ones after each change, as the client's are: what is shown is told apart by it. */
function verbsOf(held: VaultSetup): PartOf<Client["vault"]> {
  let shown: Contents = { items: held.items, vaults: held.vaults };
  const change = (verb: string, input: unknown, next: Partial<VaultSetup>): void => {
    held.asked.push({ verb, input });
    Object.assign(held, next);
    shown = { items: held.items, vaults: held.vaults };
  };
  const where = (ids: readonly string[], edit: (item: Item) => Item): Partial<VaultSetup> => ({
    items: held.items.map((item) => (ids.includes(item.id) ? edit(item) : item)),
  });
  return {
    contents: () => shown,
    local: async () => shown,
    // What a test put in meanwhile comes from another device.
    pull: async () => {
      if (held.items !== shown.items) shown = { items: held.items, vaults: held.vaults };
      return shown;
    },
    open: async ({ id }) => held.items.find((item) => item.id === id) ?? raise(id),
    markUsed: async (input) => change("markUsed", input, {}),
    setFavourite: async (input) => {
      change(
        "setFavourite",
        input,
        where([input.id], (item) => ({ ...item, favourite: input.favourite })),
      );
      return held.items.find(({ id }) => id === input.id) ?? raise(input.id);
    },
    setFavourites: async (input) =>
      change(
        "setFavourites",
        input,
        where(input.ids, (item) => ({ ...item, favourite: input.favourite })),
      ),
    place: async (input) =>
      change(
        "place",
        input,
        where(input.ids, (item) => ({ ...item, categoryId: input.categoryId })),
      ),
    tag: async (input) =>
      change(
        "tag",
        input,
        where(input.ids, (item) => tagged(item, input.add ?? [], input.remove ?? [])),
      ),
    ...trashVerbs(held, change),
    removeVault: async (input) =>
      change("removeVault", input, {
        vaults: held.vaults.filter(({ id }) => id !== input.id),
        items: input.deleteItems
          ? held.items.filter(({ categoryId }) => categoryId !== input.id)
          : held.items.map((item) => (item.categoryId === input.id ? { ...item, categoryId: null } : item)),
      }),
  };
}

function trashVerbs(held: VaultSetup, change: (verb: string, input: unknown, next: Partial<VaultSetup>) => void): PartOf<Client["vault"]> {
  const split = <T,>(list: readonly T[], ids: readonly string[], idOf: (entry: T) => string): [T[], T[]] => [
    list.filter((entry) => ids.includes(idOf(entry))),
    list.filter((entry) => !ids.includes(idOf(entry))),
  ];
  return {
    trash: async () => held.trashed,
    remove: async (input) => {
      const [gone, items] = split(held.items, input.ids, ({ id }) => id);
      change("remove", input, { items, trashed: [...gone.map((item) => ({ item, deletedAt: Date.now() })), ...held.trashed] });
      return [];
    },
    restore: async (input) => {
      const [back, trashed] = split(held.trashed, input.ids, ({ item }) => item.id);
      change("restore", input, { trashed, items: [...held.items, ...back.map(({ item }) => item)] });
    },
    purge: async (input) => change("purge", input, { trashed: split(held.trashed, input.ids, ({ item }) => item.id)[1] }),
  };
}

function tagged(item: Item, add: readonly string[], remove: readonly string[]): Item {
  const gone = new Set(remove.map(tagKey));
  const kept = readTags(item.fields.tags ?? "").filter((name) => !gone.has(tagKey(name)));
  return { ...item, fields: { ...item.fields, tags: writeTags(add.reduce(addTag, kept)) } };
}

function raise(id: string): never {
  throw new Error(`There is no item ${id}`);
}
