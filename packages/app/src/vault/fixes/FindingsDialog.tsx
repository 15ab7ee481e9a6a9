/** What is wrong with one item, why it matters, and what mends it: where the chip of a list leads. */
import type { FindingName } from "@coffer/core/health/finding-names";
import { FIXES, findingOf } from "@coffer/core/health/findings";
import type { Found } from "@coffer/core/health/health";
import { type Item, titleOf } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { Dialog } from "../../frame/Dialog.tsx";
import { FindingChip } from "../item/FindingChip.tsx";
import { useFindings } from "../item/findings.ts";
import { mayFix } from "../item/rights.ts";
import styles from "./FindingsDialog.module.css";

interface Props {
  readonly item: Item;
  readonly onFix: (found: Found) => void;
  readonly onClose: () => void;
}

export function FindingsDialog({ item, onFix, onClose }: Props) {
  const found = useFindings().get(item.id) ?? [];
  return (
    <Dialog title={titleOf(item)} onClose={onClose}>
      <ul className={styles.findings}>
        {found.map((one) => (
          <li key={one.finding} className={styles.finding}>
            <FindingChip finding={one.finding} count={one.group?.length ?? 1} />
            <p>{findingOf(one.finding).sentence}</p>
            <div className={styles.ways}>
              {mayFix(item, findingOf(one.finding).fix) && <Button onClick={() => onFix(one)}>{FIXES[findingOf(one.finding).fix]}</Button>}
              <Button variant="default" component={Link} to={pageOf(one.finding)} onClick={onClose}>
                Show all like it
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const pageOf = (finding: FindingName): string => `/password-health?finding=${finding}`;
