/** Logins with a passkey, for a page that waits for one while the person goes on. A press opens the window that signs. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { titleOf } from "@coffer/core/items/item";
import { useEffect, useState } from "react";
import { ownershipLine } from "../fill/ownership-lines.ts";
import { type Match, matchesForConditional, relatedTo } from "../passkeys/matching-passkeys.ts";
import { type OpenCeremony, type PickedPasskey, WANTED, type Waits } from "../passkeys/messages.ts";
import { PASSKEYS } from "../storage-keys.ts";
import type { Tab } from "./active-tab.ts";
import styles from "./ForThisSite.module.css";
import { makeWay } from "./own-window.ts";

type Waiting = Omit<OpenCeremony, "picked">;

export function PasskeysForThisPage({ watch, tab }: { watch: SessionWatch; tab: Tab }) {
  const { waiting, held } = useHeld(watch, tab);
  if (waiting === null || held.length === 0) return null;
  return (
    <>
      <h2 className={styles.title}>This page takes a passkey</h2>
      <ul className={styles.rows}>
        {held.map(({ item, passkey }) => {
          const account = passkey.name || passkey.displayName || titleOf(item);
          return (
            <li key={passkey.id} className={styles.row}>
              <button
                type="button"
                className={styles.fill}
                aria-label={`Sign in as ${account}`}
                onClick={() => void pick({ ...waiting, relatedTo: relatedTo(waiting.origin, passkey), picked: item.id }).then(makeWay)}
              >
                <span className={styles.name}>{account}</span>
                <span className={styles.who}>{[ownershipLine(item), "Passkey", titleOf(item)].filter(Boolean).join(" · ")}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const pick = (pickedPasskey: OpenCeremony): Promise<void> => chrome.runtime.sendMessage<PickedPasskey, void>({ pickedPasskey });

/** Of another site's document this may wait for: no page sees how long it takes. */
const FOR_A_PERSON_MS = 5_000;

const NONE: { readonly waiting: Waiting | null; readonly held: readonly Match[] } = { waiting: null, held: [] };

/**
 * A page that begins to wait, or does so no more, says so; another page may come in its place; and the worker forgets what is held, or learns it, next to us.
 * @param look - called at once too. @returns what ends it
 */
function followPage(tabId: number, look: () => void): () => void {
  let line: chrome.runtime.Port | null = null;
  const connect = (): void => {
    line?.disconnect();
    line = chrome.tabs.connect(tabId, { name: WANTED, frameId: 0 });
    line.onMessage.addListener(look);
    line.onDisconnect.addListener(() => void chrome.runtime.lastError); // nothing of the extension is in it, or it goes
    look();
  };
  const moved = (id: number, { status }: { readonly status?: string }): void => {
    if (id === tabId && status === "complete") connect();
  };
  const noted = (changes: object): void => {
    if (PASSKEYS in changes) look();
  };
  chrome.tabs.onUpdated.addListener(moved);
  chrome.storage.session.onChanged.addListener(noted);
  connect();
  return () => {
    chrome.tabs.onUpdated.removeListener(moved);
    chrome.storage.session.onChanged.removeListener(noted);
    line?.disconnect();
  };
}

function useHeld(watch: SessionWatch, tab: Tab): typeof NONE {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    const hear = (message: Partial<Waits> | null, { id, tab: from, frameId, documentId, origin }: chrome.runtime.MessageSender): void => {
      const isFromIt = id === chrome.runtime.id && from?.id === tab.id && frameId === 0;
      const waits = message?.waits;
      if (waits === undefined || !isFromIt || documentId === undefined || origin === undefined) return;
      const waiting: Waiting = { ...waits, kind: "get", tabId: tab.id, documentId, origin };
      watch
        .later()
        .then((client) => matchesForConditional(client, origin, waits.options, FOR_A_PERSON_MS))
        .then(
          (held) => setFound({ waiting, held }),
          () => setFound(NONE),
        ); // locked: what is shown goes with the session
    };
    const look = (): void => {
      void chrome.tabs
        .sendMessage(tab.id, WANTED, { frameId: 0 })
        .catch(() => false) // nothing of the extension is in it
        .then((isWaiting) => isWaiting !== true && setFound(NONE));
    };
    chrome.runtime.onMessage.addListener(hear);
    const ends = followPage(tab.id, look);
    return () => {
      ends();
      chrome.runtime.onMessage.removeListener(hear);
    };
  }, [watch, tab.id]);
  return found;
}
