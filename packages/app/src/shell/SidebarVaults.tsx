/** The vaults of the sidebar, each with how much lies in it; items are carried to them. All of them, with what lies in none, are a page of their own. */
import type { Contents } from "@coffer/client";
import { useMemo } from "react";
import { NavLink } from "react-router";
import { useCarried } from "../vault/item/carried.ts";
import { sortVaults } from "../vault/item/find-items.ts";
import { useContents } from "../vault/queries.ts";
import group from "./SidebarGroup.module.css";
import styles from "./SidebarVaults.module.css";

/** More are a list to search, not one to look over. */
const SHOWN = 8;

/** @param onFollow - called with every click that leads somewhere. */
export function SidebarVaults({ onFollow }: { onFollow: () => void }) {
  const { data } = useContents();
  const carried = useCarried();
  const vaults = useMemo(() => (data ? countedVaults(data) : []), [data]);
  if (vaults.length === 0) return null;
  return (
    <div className={group.group}>
      <h2 className={group.heading}>My vaults</h2>
      <ul>
        {vaults.slice(0, SHOWN).map(({ id, name, color, count }) => (
          <li key={id} className={styles.vault} data-vault={id} data-drop={carried && dropOn(id, carried)}>
            <NavLink to={`/vaults/${id}`} className={() => group.link} onClick={onFollow} draggable={false}>
              <span className={styles.dot} style={{ backgroundColor: color }} aria-hidden />
              <span className={styles.name}>{name}</span>
              {/* Not part of the link's name, which would change with every item. */}
              <span className={styles.count} aria-hidden>
                {count.toLocaleString("en-US")}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

const dropOn = (id: string, { welcome, over }: NonNullable<ReturnType<typeof useCarried>>): "here" | "may" | "not" =>
  over === id ? "here" : welcome.has(id) ? "may" : "not";

function countedVaults({ items, vaults }: Contents) {
  const counts = new Map<string | null, number>();
  for (const { categoryId } of items) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  return sortVaults(vaults).map(({ id, name, color }) => ({ id, name, color, count: counts.get(id) ?? 0 }));
}
