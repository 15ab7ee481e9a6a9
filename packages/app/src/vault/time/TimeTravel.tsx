/** The vault as it was at a moment of the last year: what differs from now, and what is taken back of it. Over the current page, from the account menu, the palette and the trash. */
import type { VaultAsOf } from "@coffer/client";
import { titleOf } from "@coffer/core/items/item";
import { LOCALE, plural, shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { TIME_TRAVEL } from "../../frame/commands.ts";
import { useReturnFocus } from "../../frame/use-return-focus.ts";
import { EmptyLine } from "../../ui/EmptyLine.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Note } from "../../ui/Note.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { useContents } from "../queries.ts";
import { type Choosing, Differences } from "./Differences.tsx";
import { NOT_HERE, notShownWords } from "./difference-words.ts";
import { MomentForm } from "./MomentForm.tsx";
import styles from "./TimeTravel.module.css";
import { useAsOf, useTakeBack, useWaitingIds } from "./use-as-of.ts";

const NONE: ReadonlySet<string> = new Set();

export function TimeTravel({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [at, setAt] = useState<number | null>(null);
  /** Null until a box is touched: all of it. An empty choice must never be taken for everything. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const query = useAsOf(at);
  const waiting = useWaitingIds();
  const { takeBack, isTaking } = useTakeBack();
  const seen = query.data;
  const free = seen?.differences.filter(({ now }) => !waiting.has(now.id)) ?? [];
  const wanted = chosen ? free.filter(({ now }) => chosen.has(now.id)) : free;
  const show = (moment: number): void => {
    setChosen(null);
    setAt(moment);
  };
  const onChoose: Choosing["onChoose"] = (ids, isChosen) =>
    setChosen((before) => new Set([...(before ?? NONE)].filter((id) => !ids.includes(id)).concat(isChosen ? ids : [])));
  const take = async (): Promise<void> => {
    if (seen && (await takeBack(wanted, seen.at))) onClose();
    else void query.refetch();
  };
  const footer = seen && free.length > 0 && (
    <Button
      // Everything at once, while no box is checked, is not what is pressed first.
      variant={chosen ? "filled" : "default"}
      loading={isTaking}
      disabled={wanted.length === 0}
      leftSection={<IconArrowBackUp size={18} />}
      onClick={() => void take()}
    >
      {chosen ? `Take back ${wanted.length.toLocaleString(LOCALE)}` : `Take back all ${wanted.length.toLocaleString(LOCALE)}`}
    </Button>
  );
  return (
    <Sheet opened title={TIME_TRAVEL} onClose={onClose} {...(footer && { footer })}>
      <div className={styles.all}>
        <p>See your items as they were at a moment of the last year, and take back what you want of it.</p>
        <NeedsServer>Earlier versions are on the server, so nothing can be shown until it answers.</NeedsServer>
        <MomentForm at={at} onChoose={show} />
        {query.isError && <LoadFailed query={query}>What was there could not be loaded</LoadFailed>}
        {query.isFetching && !seen && <Loading rows={4} label="Loading what was there" />}
        {seen && <Seen seen={seen} {...{ chosen: chosen ?? NONE, onChoose, waiting }} />}
      </div>
    </Sheet>
  );
}

function Seen({ seen, ...choosing }: Choosing & { seen: VaultAsOf }) {
  const { data } = useContents();
  const moment = shortDateTime(seen.at);
  const { differences, notShown } = seen;
  return (
    <section className={styles.all} aria-label={`As of ${moment}`}>
      <div role="status">
        <h3 className={styles.when}>{`As of ${moment}`}</h3>
      </div>
      {differences.length === 0 && <EmptyLine>No item was otherwise than it is now.</EmptyLine>}
      {notShownWords(notShown).map((words) => (
        <Note key={words} tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {words}
        </Note>
      ))}
      <Differences differences={differences} vaults={data?.vaults ?? []} moment={moment} {...choosing} />
      <Same ids={seen.same} />
      <p className={styles.aside}>{NOT_HERE}</p>
    </section>
  );
}

/** More of them are drawn when they are asked for. */
const AT_ONCE = 100;

const sameWords = (count: number): string => plural(count, "item that was as now", "items that were as now");

/** The rest of the list. */
function Same({ ids }: { ids: readonly string[] }) {
  const { data } = useContents();
  const [most, setMost] = useState(0);
  if (ids.length === 0) return null;
  const wanted = new Set(ids);
  const items = most === 0 ? [] : (data?.items ?? []).filter(({ id }) => wanted.has(id));
  const left = most === 0 ? 0 : items.length - most;
  return (
    <div className={styles.group}>
      <Button variant="subtle" className={styles.same} aria-expanded={most > 0} onClick={() => setMost(most > 0 ? 0 : AT_ONCE)}>
        {most > 0 ? `Hide ${sameWords(ids.length)}` : `Show ${sameWords(ids.length)}`}
      </Button>
      {most > 0 && (
        <ul className={styles.list} aria-label="As now">
          {items.slice(0, most).map((item) => (
            <li key={item.id} className={styles.row} dir="auto">
              {titleOf(item)}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + AT_ONCE)}>
          {`Show more (${left.toLocaleString(LOCALE)})`}
        </Button>
      )}
    </div>
  );
}
