/** What others share and this person has hidden: a button that hides what is in a line, and the list of what is hidden, folded, with the way back. */
import type { ShareRow } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useId, useState } from "react";
import { toast } from "../ui/toast.ts";
import { nameOf, whatOf } from "../vault/item/share-name.ts";
import type { SharesOfOne } from "./by-person.ts";
import styles from "./HiddenShares.module.css";
import { useHideShares, useShowShares } from "./queries.ts";

/** Nothing is lost by it: no question, but a way back. */
export function HideButton({ rows }: { rows: SharesOfOne }) {
  const [hiding, showing] = [useHideShares(), useShowShares()];
  const back = () => showing.mutateAsync(rows).catch((error: unknown) => toast.failed(error, "Failed to show it again"));
  const hide = async () => {
    try {
      await hiding.mutateAsync(rows);
      const what = rows.length === 1 ? nameOf(rows[0]) : plural(rows.length, "share");
      toast.offer(`${what} hidden from you. ${rows[0].person} is not told.`, { label: "Undo", run: () => void back() });
    } catch (error) {
      toast.failed(error, "Failed to hide it");
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={<IconEyeOff size={16} aria-hidden />}
      loading={hiding.isPending}
      aria-label={`Hide what ${rows[0].person} shares: ${whatOf(rows)}`}
      onClick={() => void hide()}
    >
      Hide
    </Button>
  );
}

/** Folded until it is pressed. */
export function HiddenShares({ rows, isBelowList }: { rows: readonly ShareRow[]; isBelowList: boolean }) {
  const [isOpen, open] = useState(false);
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section className={styles.hidden} aria-label="Hidden" data-below-list={isBelowList || undefined}>
      <Button
        variant="subtle"
        leftSection={<IconEyeOff size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => open(!isOpen)}
      >
        {isOpen ? `Close what you have hidden (${rows.length})` : `Show what you have hidden (${rows.length})`}
      </Button>
      {isOpen && (
        <div id={id}>
          <p className={styles.note}>It is nowhere in your vault, and never filled. Who shares it is not told, and may still end it.</p>
          <ul className={styles.list}>
            {rows.map((row) => (
              <Hidden key={row.id} row={row} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const UNREAD = "Something that was not shown";

function Hidden({ row }: { row: ShareRow }) {
  const { mutateAsync, isPending } = useShowShares();
  const name = row.name ?? UNREAD;
  return (
    <li className={styles.one}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.person}>{`Shared by ${row.person}`}</span>
      </span>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconEye size={16} aria-hidden />}
        loading={isPending}
        aria-label={`Show ${name} of ${row.person} again`}
        onClick={() => void mutateAsync([row]).catch((error: unknown) => toast.failed(error, "Failed to show it again"))}
      >
        Show again
      </Button>
    </li>
  );
}
