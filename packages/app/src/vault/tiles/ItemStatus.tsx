/** The status of an item: the finding, which leads to its fix; else the specified label of its strength where that is a finding itself. What is good is silent. */
import { findingOf } from "@coffer/core/health/findings";
import { titleOf } from "@coffer/core/items/item";
import { memo } from "react";
import { FindingChip, isGrave, wordsOf } from "../item/FindingChip.tsx";
import { StrengthLabel } from "../item/StrengthLabel.tsx";
import styles from "./ItemStatus.module.css";
import type { ItemTileProps } from "./tile.ts";

type Props = Pick<ItemTileProps, "item" | "actions" | "finding" | "alike" | "tabIndex"> & Partial<Pick<ItemTileProps, "narrow">>;

/** The labels that are findings. The others are in the detail: whether a strong password is a good one only Health knows, which has seen the rest. */
const WEAK: ReadonlySet<string> = new Set(["Very Weak", "Weak"]);

export const ItemStatus = memo(function ItemStatus(props: Props) {
  const { item, finding, narrow = false } = props;
  const strength = item.fields.password_strength ?? "";
  // In a narrow window one of them has room.
  const saysStrength = WEAK.has(strength) && !(finding && (narrow || isGrave(finding)));
  return (
    <>
      {finding !== null && <FindingButton {...props} finding={finding} />}
      {saysStrength && <StrengthLabel strength={strength} withBars={false} />}
    </>
  );
});

function FindingButton({ item, actions, finding, alike, tabIndex }: Props & { finding: NonNullable<Props["finding"]> }) {
  return (
    <button
      type="button"
      className={styles.finding}
      tabIndex={tabIndex}
      data-tile-control
      title={findingOf(finding).how}
      aria-label={`${wordsOf(finding, alike)}: what to do about ${titleOf(item)}`}
      onClick={() => actions.showFindings(item)}
    >
      <FindingChip finding={finding} count={alike} />
    </button>
  );
}
