/** Cards and people for the form that is open, where it asks for one: they belong to no site. */

import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { messageOf } from "@coffer/app/ui/error-message.ts";
import type { Client, Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { useEffect, useState } from "react";
import { fillOwn, isOwnKind, ownKindsAskedIn } from "../fill/fill-own.ts";
import { ownFirst } from "../fill/item-ownership.ts";
import { ownershipLine } from "../fill/ownership-lines.ts";
import type { Tab } from "./active-tab.ts";
import styles from "./ForThisSite.module.css";
import { outcomeMessage, type RunWithClient } from "./fill-outcome.ts";
import { NOT_PROVEN, proveFirst } from "./prove-first.ts";
import { watchContents } from "./site-logins.ts";

interface OwnProps {
  readonly watch: SessionWatch;
  readonly tab: Tab;
  /** Reports the result to the user. */
  readonly onSaid: (said: string) => void;
  readonly does: RunWithClient;
}

export function OwnForThisForm({ watch, tab, onSaid, does }: OwnProps) {
  const [items, setItems] = useState<readonly Item[]>([]);
  useEffect(() => {
    return watchContents(watch, () => void findOwn(watch, tab.id).then(setItems, (error: unknown) => onSaid(messageOf(error))));
  }, [watch, tab.id, onSaid]);
  if (items.length === 0) return null;
  return (
    <>
      <h2 className={styles.title}>For this form</h2>
      <ul className={styles.rows}>
        {items.map((item) => (
          <li key={item.id} className={styles.row}>
            <button
              type="button"
              className={styles.fill}
              onClick={does((client) => fillOne(client, tab.id, item.id))}
              aria-label={`Fill ${titleOf(item)}`}
            >
              <span className={styles.name}>{titleOf(item)}</span>
              <span className={styles.who}>{kindOf(item.kind).words.tile}</span>
              {isOthers(item) && <span className={styles.whose}>{ownershipLine(item)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const titleOf = ({ fields }: Item): string => fields.name || fields.title || [fields.first_name, fields.last_name].join(" ").trim();

async function findOwn(watch: SessionWatch, tabId: number): Promise<Item[]> {
  const asked = await ownKindsAskedIn(tabId);
  if (asked.length === 0) return [];
  const { vault } = await watch.later();
  const { items } = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  const fitting = items.filter(({ kind, state }) => state === "intact" && isOwnKind(kind) && asked.includes(kind));
  return ownFirst(fitting);
}

async function fillOne({ vault }: Client, tabId: number, id: string): Promise<string> {
  const item = await vault.open({ id });
  if (!(await proveFirst(item))) return NOT_PROVEN;
  return isOwnKind(item.kind) ? outcomeMessage(await fillOwn(tabId, item.kind, item)) : "";
}
