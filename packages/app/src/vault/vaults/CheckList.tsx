/** Items to tick, with a field that narrows them. What was ticked stays ticked while something else is searched for. */

import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { LOCALE } from "@coffer/core/text";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { findItems } from "../item/find-items.ts";
import { SiteIcon } from "../item/SiteIcon.tsx";
import styles from "./CheckList.module.css";

/** No one reads more than these at once; typing narrows them. */
const LISTED = 100;
/** Fewer are seen at one look. */
const SEARCHED_FROM = 8;
const ICON_PX = 28;
/** None of them is in one. */
const NO_VAULTS: readonly Vault[] = [];

interface Props {
  readonly items: readonly Item[];
  /** Said where there is nothing to tick. */
  readonly none: string;
  /** Ids; those that are not among `items` are left as they are. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function CheckList({ items, none, chosen, onChange }: Props) {
  const [text, setText] = useState("");
  const found = useMemo(() => findItems(items, NO_VAULTS, text)?.map(({ item }) => item) ?? items, [items, text]);
  const on = new Set(chosen);
  const toggle = (id: string) => onChange(on.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  if (items.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <fieldset className={styles.group}>
      <legend>Item</legend>
      {items.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label="Search items"
          placeholder="Search items"
          autoComplete="off"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={styles.list}>
        {found.slice(0, LISTED).map((item) => (
          <label key={item.id} className={styles.item}>
            <input type="checkbox" checked={on.has(item.id)} onChange={() => toggle(item.id)} />
            <SiteIcon item={item} size={ICON_PX} />
            <span className={styles.title}>{titleOf(item)}</span>
          </label>
        ))}
        {found.length === 0 && <p className={styles.none}>Nothing found</p>}
      </div>
      <p className={styles.note} role="status">
        {chosen.length > 0 && `${chosen.length.toLocaleString(LOCALE)} chosen. `}
        {found.length > LISTED
          ? `The first ${LISTED} of ${found.length.toLocaleString(LOCALE)}. Type to find the others.`
          : "Only items that are not in a vault are listed."}
      </p>
    </fieldset>
  );
}
