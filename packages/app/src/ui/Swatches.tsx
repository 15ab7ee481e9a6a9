/** A colour to choose by its name: a radio group of swatches. A colour that is none of them is kept, and shown as one more. */
import type { Swatch } from "@coffer/core/items/vault-appearance";
import { IconCheck } from "@tabler/icons-react";
import { useId } from "react";
import { PickGroup } from "./PickGroup.tsx";
import styles from "./Swatches.module.css";

interface Props {
  readonly label: string;
  readonly swatches: readonly Swatch[];
  /** `#RRGGBB` */
  readonly value: string;
  /** What it was before a choice: the user can go back to it. */
  readonly before: string;
  readonly onChange: (color: string) => void;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function Swatches({ label, swatches, value, before, onChange }: Props) {
  const group = useId();
  const isKnown = swatches.some(({ color }) => isSame(color, before));
  const offered = isKnown ? swatches : [...swatches, { name: `As it is (${before})`, color: before }];
  const chosen = offered.find(({ color }) => isSame(color, value));
  return (
    <PickGroup label={label} chosen={chosen?.name}>
      <div className={styles.swatches}>
        {offered.map(({ name, color }) => (
          <label key={color} className={styles.swatch} title={name}>
            <input type="radio" name={group} value={color} checked={isSame(color, value)} onChange={() => onChange(color)} />
            <span className={styles.color} style={{ background: color }} aria-hidden>
              <IconCheck size={18} aria-hidden />
            </span>
            <span className="visually-hidden">{name}</span>
          </label>
        ))}
      </div>
    </PickGroup>
  );
}
