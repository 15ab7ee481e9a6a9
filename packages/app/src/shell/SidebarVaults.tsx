/** The vaults of the sidebar, each with its number of items, those of others separately; items are dragged to them. All of them, and the items in none, have their own page. */

import type { Contents } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { LOCALE } from "@coffer/core/text";
import { useMemo } from "react";
import { NavLink } from "react-router";
import { useDragState } from "../vault/item/drag-to-vault.ts";
import { sortVaults } from "../vault/item/find-items.ts";
import { ownerLabel } from "../vault/item/rights.ts";
import { useContentsAround } from "../vault/queries.ts";
import group from "./SidebarGroup.module.css";
import styles from "./SidebarVaults.module.css";

/** More are a list to search, not one to look over. */
const GROUPS = [
  { heading: "My vaults", isOwn: true, shown: 8 },
  { heading: "Shared with me", isOwn: false, shown: 5 },
] as const;

/** @param onFollow - called with every click that leads somewhere. */
export function SidebarVaults({ onFollow }: { onFollow: () => void }) {
  const data = useContentsAround();
  const vaults = useMemo(() => (data ? countedVaults(data) : []), [data]);
  return GROUPS.map(({ heading, isOwn, shown }) => {
    const listed = vaults.filter(({ isOwner }) => isOwner === isOwn).slice(0, shown);
    if (listed.length === 0) return null;
    return (
      <div key={heading} className={group.group}>
        <h2 className={group.heading}>{heading}</h2>
        <ul>
          {listed.map((vault) => (
            <VaultEntry key={vault.id} vault={vault} onFollow={onFollow} />
          ))}
        </ul>
      </div>
    );
  });
}

function VaultEntry({ vault, onFollow }: { vault: CountedVault; onFollow: () => void }) {
  const { id, name, color, count } = vault;
  const [drag, by] = [useDragState(), ownerLabel(vault)];
  return (
    <li className={styles.vault} data-vault={id} data-drop={drag && dropOn(id, drag)}>
      <NavLink to={`/vaults/${id}`} className={() => group.link} onClick={onFollow} draggable={false}>
        <span className={styles.dot} style={{ backgroundColor: color }} aria-hidden />
        <span className={styles.text} data-own>
          <span className={styles.name}>{name}</span>
          {/* Two people may call theirs alike. */}
          {by && <span className={styles.by}> {by}</span>}
        </span>
        {/* Not part of the link's name, which would change with every item. */}
        <span className={styles.count} aria-hidden>
          {count.toLocaleString(LOCALE)}
        </span>
      </NavLink>
    </li>
  );
}

const dropOn = (id: string, { accepting, over }: NonNullable<ReturnType<typeof useDragState>>): "here" | "may" | "not" =>
  over === id ? "here" : accepting.has(id) ? "may" : "not";

type CountedVault = Pick<Vault, "id" | "name" | "color" | "isOwner" | "sharedBy"> & { readonly count: number };

function countedVaults({ items, vaults }: Contents): readonly CountedVault[] {
  const counts = new Map<string | null, number>();
  for (const { categoryId } of items) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  return sortVaults(vaults).map((vault) => ({ ...vault, count: counts.get(vault.id) ?? 0 }));
}
