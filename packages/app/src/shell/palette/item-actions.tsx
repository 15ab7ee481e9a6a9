/** What can be done with an item that the palette found, apart from opening it: the same as in its list, with the same keys. */
import type { Contents } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Icon123, IconExternalLink, IconFolder, IconKey, IconUser } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { ShortcutName } from "../../frame/keyboard/shortcuts.ts";
import { copyField } from "../../vault/item/copy-field.ts";
import { isCopyable } from "../../vault/item/copyable.ts";
import { spokenLabel } from "../../vault/item/rights.ts";
import { useItemActions, websiteField } from "../../vault/item/use-item-actions.ts";
import { UNASSIGNED } from "../../vault/item/vault-routes.ts";
import { type CopyKey, TILES } from "../../vault/tiles/tiles.ts";
import type { Action } from "./use-actions.tsx";

const SIZE = 18;
const COPIES: readonly (readonly [CopyKey, ReactNode])[] = [
  ["copyUser", <IconUser key="user" size={SIZE} />],
  ["copySecret", <IconKey key="secret" size={SIZE} />],
  ["copyCode", <Icon123 key="code" size={SIZE} />],
];

/** @returns what there is to do with one item, in the order it is offered. */
export function useActionsOf({ vaults }: Contents): (item: Item) => readonly Action[] {
  const actions = useItemActions();
  const navigate = useNavigate();
  const action = (shortcut: ShortcutName, label: string, icon: ReactNode, run: () => void): Action => ({
    id: shortcut,
    label,
    icon,
    shortcut,
    run,
  });
  return (item) => {
    const copies = COPIES.flatMap(([key, icon]) => {
      const field = TILES[item.kind].keys[key];
      if (field === undefined || !isCopyable(item, field)) return [];
      const label = `Copy ${spokenLabel(kindOf(item.kind).fields[field]?.label ?? field)}`;
      return action(key, label, icon, () => void copyField(actions, item, field));
    });
    const site = websiteField(item);
    const opens = item.state === "intact" && site !== null && Boolean(item.fields[site]);
    const vault = vaults.find(({ id }) => id === item.categoryId);
    const place = vault?.id ?? (item.isOwner ? UNASSIGNED : null);
    return [
      ...copies,
      ...(opens ? [action("launch", "Open website", <IconExternalLink size={SIZE} />, () => actions.launch(item))] : []),
      ...(place === null
        ? []
        : [
            {
              id: "vault",
              label: vault ? `Go to vault ${vault.name}` : "Go to Unassigned",
              icon: <IconFolder size={SIZE} />,
              run: () => void navigate(`/vaults/${place}`),
            },
          ]),
    ];
  };
}
