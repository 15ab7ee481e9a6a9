/** Over the app in the popup: the logins for the site that is open, the likeliest first. One click fills, one copies. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { copiedMessage, copyForAWhile } from "@coffer/app/ui/clipboard.ts";
import { messageOf } from "@coffer/app/ui/message.ts";
import type { Client, Item } from "@coffer/client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { fillLogin } from "../fill/fill-login.ts";
import styles from "./ForThisSite.module.css";
import { OwnForThisForm } from "./OwnForThisForm.tsx";
import { isFilled, saidOf } from "./said-of.ts";
import type { Tab } from "./tab.ts";

/** More than these one searches for. */
const MOST_ROWS = 5;

export function ForThisSite({ watch, tab }: { watch: SessionWatch; tab: Tab }) {
  const { session, locked } = useSyncExternalStore(watch.subscribe, watch.state);
  return session === null || locked ? null : <Logins key={session.user.id} watch={watch} tab={tab} />;
}

function Logins({ watch, tab }: { watch: SessionWatch; tab: Tab }) {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const [said, setSaid] = useState("");
  const host = new URL(tab.address).host;
  useEffect(() => {
    findLogins(watch, tab.address).then(setItems, (error: unknown) => setSaid(messageOf(error)));
  }, [watch, tab.address]);
  if (items === null && said === "") return null;
  return (
    <section className={styles.strip} aria-label="For this site">
      <h2 className={styles.title}>For this site</h2>
      {items?.length === 0 && <p className={styles.said}>No login for {host}.</p>}
      <ul className={styles.rows}>
        {items?.map((item) => (
          <Row key={item.id} item={item} watch={watch} tab={tab} onSaid={setSaid} />
        ))}
      </ul>
      <OwnForThisForm watch={watch} tab={tab} onSaid={setSaid} />
      <p className={styles.said} role="status">
        {said}
      </p>
    </section>
  );
}

async function findLogins(watch: SessionWatch, address: string): Promise<Item[]> {
  const { vault } = await watch.later();
  const { items } = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  const ids = await vault.findForPage({ page: address });
  return ids.flatMap((id) => items.filter((item) => item.id === id && item.state === "intact")).slice(0, MOST_ROWS);
}

interface RowProps {
  readonly item: Item;
  readonly watch: SessionWatch;
  readonly tab: Tab;
  readonly onSaid: (said: string) => void;
}

function Row({ item, watch, tab, onSaid }: RowProps) {
  const { title = "", username = "", website_url: website = "" } = item.fields;
  const does = (work: (client: Client) => Promise<string>) => () => {
    watch
      .later()
      .then(work)
      .then(onSaid, (error: unknown) => onSaid(messageOf(error)));
  };
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.fill}
        onClick={does((client) => fillFrom(client, item.id, tab.id))}
        aria-label={`Fill ${title}`}
      >
        <span className={styles.name}>{title}</span>
        <span className={styles.who}>{[username, hostOf(website)].filter((text) => text !== "").join(" · ")}</span>
      </button>
      <button
        type="button"
        className={styles.copy}
        onClick={does((client) => copyFrom(client, item.id, "username"))}
        aria-label={`Copy user name of ${title}`}
      >
        User
      </button>
      <button
        type="button"
        className={styles.copy}
        onClick={does((client) => copyFrom(client, item.id, "password"))}
        aria-label={`Copy password of ${title}`}
      >
        Password
      </button>
    </li>
  );
}

const hostOf = (website: string): string => URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)?.host ?? "";

async function fillFrom({ vault }: Client, id: string, tabId: number): Promise<string> {
  const outcome = await fillLogin(tabId, await vault.open({ id }));
  if (isFilled(outcome)) vault.markUsed({ id }).catch(() => undefined); // filled it is all the same
  return saidOf(outcome);
}

async function copyFrom({ vault }: Client, id: string, field: "username" | "password"): Promise<string> {
  const { fields } = await vault.open({ id });
  await copyForAWhile(fields[field] ?? "");
  return copiedMessage("Copied");
}
