/** What was shared with people who have no account yet: who is waited for, and, once they have joined, the press that gives it to them. */
import type { Promised } from "@coffer/client";
import { shortDate } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { CompareButton } from "../vault/people/CompareButton.tsx";
import { LEVELS } from "./levels.ts";
import styles from "./PromisedShares.module.css";
import { useKeepPromise, useWithdrawPromise } from "./queries.ts";

interface Props {
  readonly promised: readonly Promised[];
  readonly onCompare: (email: string) => void;
}

export const PromisedShares = ({ promised, onCompare }: Props) => (
  <ul className={styles.list} aria-label="Waiting">
    {promised.map((one) => (
      <li key={one.email} className={styles.waiting}>
        <IconHourglass size={18} stroke={1.7} aria-hidden />
        <Words promised={one} onCompare={onCompare} />
        <Buttons promised={one} />
      </li>
    ))}
  </ul>
);

const GONE = "No longer here";

function Words({ promised: { email, known, rows }, onCompare }: { promised: Promised; onCompare: Props["onCompare"] }) {
  return (
    <div className={styles.words}>
      <p className={styles.who}>{known === null ? `Waiting for ${email} to join` : `${email} has joined and waits for you`}</p>
      <ul className={styles.things}>
        {rows.map(({ itemId, name, permission, expiresAt, isExpired }) => (
          <li key={itemId}>
            {name ?? GONE}
            <span className={styles.terms}>
              {` ${LEVELS[permission].listed}`}
              {expiresAt !== null && (isExpired ? ", Expired" : `, until ${shortDate(expiresAt)}`)}
            </span>
          </li>
        ))}
      </ul>
      {known !== null && <CompareButton person={email} known={known} onCompare={onCompare} />}
    </div>
  );
}

function Buttons({ promised: { email, known, rows } }: { promised: Promised }) {
  const keeping = useKeepPromise();
  const withdrawing = useWithdrawPromise();
  const isBusy = keeping.isPending || withdrawing.isPending;
  const of = { email, ids: rows.map(({ itemId }) => itemId) };
  const keep = async () => {
    try {
      const [left] = await keeping.mutateAsync(of);
      if (left) toast.failed(left.error, "Failed to share items");
      else toast.done("Items shared successfully");
    } catch (error) {
      toast.failed(error, "Failed to share items");
    }
  };
  const withdraw = async () => {
    const message = `Are you sure you want to keep it for yourself? ${email} gets nothing of it.`;
    if (!(await confirm({ title: "Do not share", message, confirmLabel: "Do not share" }))) return;
    try {
      await withdrawing.mutateAsync(of);
      toast.done("Nothing waits for them any more");
    } catch (error) {
      toast.failed(error, "Failed to save");
    }
  };
  return (
    <div className={styles.buttons}>
      {known !== null && (
        <Button size="compact-md" disabled={isBusy} aria-label={`Share now with ${email}`} onClick={() => void keep()}>
          Share now
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        disabled={isBusy}
        aria-label={`Do not share with ${email}`}
        onClick={() => void withdraw()}
      >
        Do not share
      </Button>
    </div>
  );
}
