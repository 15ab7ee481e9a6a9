/** The items that have one finding, each with what else is found in it and what mends it; or those of which something is ignored. */
import { FIXES, findingOf } from "@coffer/core/health/findings";
import type { Found, FoundIgnored } from "@coffer/core/health/health";
import { summaryOf } from "@coffer/core/items/display";
import { type Item, titleOf } from "@coffer/core/items/item";
import { ActionIcon, Button } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import { useNarrow } from "../../ui/use-narrow.ts";
import type { Fixes } from "../fixes/use-fixes.tsx";
import { FindingChip } from "../item/FindingChip.tsx";
import { mayEdit, mayFix } from "../item/rights.ts";
import { SiteIcon } from "../item/SiteIcon.tsx";
import { VirtualGrid } from "../list/VirtualGrid.tsx";
import { Subtitle, TextLines } from "../tiles/TextLines.tsx";
import styles from "./HealthList.module.css";

export interface Line {
  readonly item: Item;
  readonly found: Found | FoundIgnored;
  /** Everything that is found in the item, this too. */
  readonly all: readonly Found[];
}

const HEIGHT = { wide: 68, narrow: 132 } as const;

export function HealthList({ lines, label, fixes }: { lines: readonly Line[]; label: string; fixes: Fixes }) {
  const narrow = useNarrow();
  return (
    <VirtualGrid
      items={lines}
      keyOf={({ item, found }) => `${item.id} ${found.finding}`}
      label={label}
      minWidth={Number.POSITIVE_INFINITY}
      height={narrow ? HEIGHT.narrow : HEIGHT.wide}
      gap={0}
      framed
      render={(line, tabIndex) => <HealthRow {...line} fixes={fixes} tabIndex={tabIndex} />}
    />
  );
}

function HealthRow({ item, found, all, fixes, tabIndex }: Line & { fixes: Fixes; tabIndex: number }) {
  const isIgnored = "reason" in found;
  return (
    <article className={styles.row}>
      <SiteIcon item={item} />
      <div className={styles.name}>
        <TextLines>
          <button type="button" className={styles.open} data-open tabIndex={tabIndex} onClick={() => fixes.open(item)}>
            {titleOf(item)}
          </button>
          <Subtitle>{isIgnored ? found.reason : summaryOf(item) || "—"}</Subtitle>
        </TextLines>
      </div>
      <div className={styles.chips}>
        {(isIgnored ? [found] : all).map(({ finding, group }) => (
          <FindingChip key={finding} finding={finding} count={group?.length ?? 1} />
        ))}
      </div>
      <div className={styles.ways}>
        {isIgnored && mayEdit(item) && (
          <Button
            variant="default"
            size="compact-md"
            tabIndex={tabIndex}
            aria-label={`Show again: "${findingOf(found.finding).label}" of ${titleOf(item)}`}
            onClick={() => fixes.takeBack(item, found)}
          >
            Show again
          </Button>
        )}
        {!isIgnored && mayEdit(item) && <WaysOut item={item} found={found} fixes={fixes} tabIndex={tabIndex} />}
        {!mayEdit(item) && <Subtitle>You may only read it</Subtitle>}
      </div>
    </article>
  );
}

function WaysOut({ item, found, fixes, tabIndex }: Pick<Line, "item" | "found"> & { fixes: Fixes; tabIndex: number }) {
  const name = titleOf(item);
  const { label, fix } = findingOf(found.finding);
  return (
    <>
      {mayFix(item, fix) && (
        <Button
          variant="light"
          size="compact-md"
          tabIndex={tabIndex}
          aria-label={`${FIXES[fix]}: ${name}`}
          onClick={() => fixes.fix(item, found)}
        >
          {FIXES[fix]}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        tabIndex={tabIndex}
        aria-label={`Ignore "${label}" of ${name}`}
        title="Ignore"
        onClick={() => fixes.ignore(item, found)}
      >
        <IconBellOff size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
