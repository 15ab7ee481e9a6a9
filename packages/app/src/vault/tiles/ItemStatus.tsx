/** The status of an item: the finding, which leads to its fix, and the specified label of its strength, left out where Health found something grave. */
import { findingOf } from "@coffer/core/health/findings";
import { titleOf } from "@coffer/core/items/item";
import { FindingChip, isGrave, wordsOf } from "../item/FindingChip.tsx";
import { StrengthLabel } from "../item/StrengthLabel.tsx";
import styles from "./ItemStatus.module.css";
import type { ItemTileProps } from "./tile.ts";

type Props = Pick<ItemTileProps, "item" | "actions" | "finding" | "alike" | "tabIndex">;

/** @param withStrength - false where the detail next to the list says it. */
export function ItemStatus({ withStrength = true, withBars = true, ...props }: Props & { withStrength?: boolean; withBars?: boolean }) {
  const { item, finding } = props;
  return (
    <>
      {finding !== null && <FindingButton {...props} finding={finding} />}
      {withStrength && !(finding && isGrave(finding)) && (
        <StrengthLabel strength={item.fields.password_strength ?? ""} withBars={withBars} />
      )}
    </>
  );
}

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
