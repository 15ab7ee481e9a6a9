/** Every save of an item, the newest first; what is missing has its place too. */

import type { MissingVersions } from "@coffer/core/items/item-versions";
import { LOCALE } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconChevronRight, IconEyeOff, IconLockOpenOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { isMissing, isWithin, missingLabel, type ShownTimeline, type ShownVersion, sealingLabel } from "./shown-versions.ts";
import styles from "./Timeline.module.css";

interface Props extends ShownTimeline {
  readonly older: number;
  /** Revisions that are under a key of before. */
  readonly resealing: ReadonlySet<number>;
  readonly isLoading: boolean;
  readonly isOwner: boolean;
  /** The version that was looked at last: it has the focus again. */
  readonly last: string | null;
  readonly onOpen: (saveId: string) => void;
  readonly onOlder: () => void;
}

export function Timeline({ entries, before, older, resealing, isLoading, isOwner, last, onOpen, onOlder }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (last !== null) list.current?.querySelector<HTMLElement>(`[data-version="${CSS.escape(last)}"]`)?.focus();
  }, [last]);
  return (
    <div className="stack">
      {resealing.size > 0 && <p className={styles.before}>{sealingLabel(resealing.size, isOwner)}</p>}
      <ol ref={list} className={styles.list} aria-label="Versions, the newest first">
        {entries.map((entry) =>
          isMissing(entry) ? (
            <li key={`missing ${entry.to}`} className={styles.missing}>
              <IconEyeOff size={18} aria-hidden />
              <span>
                <strong>{missingLabel(entry)}</strong>:{" "}
                {isWithin(entry, resealing) ? "not encrypted with the new key yet." : "not given by the server."}
              </span>
            </li>
          ) : (
            <li key={entry.version.saveId}>
              <Entry entry={entry} onOpen={onOpen} />
            </li>
          ),
        )}
      </ol>
      {older > 0 && (
        <Button variant="default" className={styles.older} loading={isLoading} onClick={onOlder}>
          {`Show older versions (${older.toLocaleString(LOCALE)})`}
        </Button>
      )}
      {before && !isWithin(before, resealing) && (
        <p className={styles.before}>{isOwner ? `${notHere(before)} ${WHY}` : `${notHere(before)} ${WHY} ${SINCE_SHARED}`}</p>
      )}
      {entries.length === 1 && before === null && older === 0 && <p className={styles.before}>{NONE}</p>}
    </div>
  );
}

const notHere = ({ from, to }: MissingVersions): string =>
  from === to ? `Version ${from} is not here.` : `Versions ${from} to ${to} are not here.`;

const WHY = "Versions are kept for a year, and the last 50 in any case. Those from before are deleted by moving or sharing an item.";
const SINCE_SHARED = "Of what others share you get the versions since you have it.";
const NONE = "It has not been changed since it was created. From now on each save keeps what was there before.";

function Entry({ entry: { version, name, by, said }, onOpen }: { entry: ShownVersion; onOpen: (saveId: string) => void }) {
  const opens = version.state === "intact";
  const words = (
    <>
      <span className={styles.head}>
        <strong>{name}</strong>
        <span className={styles.number}>{`Version ${version.revision}`}</span>
      </span>
      {by && <span className={styles.by}>{by}</span>}
      <span className={styles.said}>{said}</span>
    </>
  );
  if (!opens)
    return (
      <div className={styles.entry} data-broken>
        <span className={styles.words}>{words}</span>
        <IconLockOpenOff size={18} aria-hidden />
      </div>
    );
  return (
    <button type="button" className={styles.entry} data-version={version.saveId} onClick={() => onOpen(version.saveId)}>
      <span className={styles.words}>{words}</span>
      <IconChevronRight size={18} aria-hidden />
    </button>
  );
}
