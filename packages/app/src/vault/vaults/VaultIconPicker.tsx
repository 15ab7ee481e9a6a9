/** The pictogram of a vault, chosen by its name: a radio group of signs, drawn in the vault's colour. */

import { DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import { isVaultIcon, VAULT_ICONS, type VaultIconName } from "@coffer/core/items/vault-appearance";
import { useId } from "react";
import { PickGroup } from "../../ui/PickGroup.tsx";
import { VaultIcon } from "../item/VaultIcon.tsx";
import styles from "./VaultIconPicker.module.css";

interface Props {
  readonly value: string;
  /** `#RRGGBB` */
  readonly color: string;
  readonly onChange: (icon: VaultIconName) => void;
}

const NAMES = Object.keys(VAULT_ICONS).filter(isVaultIcon);

export function VaultIconPicker({ value, color, onChange }: Props) {
  const group = useId();
  const chosen = isVaultIcon(value) ? value : DEFAULT_VAULT_ICON;
  return (
    <PickGroup label="Icon" chosen={VAULT_ICONS[chosen]}>
      <div className={styles.signs}>
        {NAMES.map((name) => (
          <label key={name} className={styles.sign} title={VAULT_ICONS[name]}>
            <input type="radio" name={group} value={name} checked={name === chosen} onChange={() => onChange(name)} />
            <span className={styles.tile} style={name === chosen ? { background: color } : undefined} aria-hidden>
              <VaultIcon name={name} size={18} />
            </span>
            <span className="visually-hidden">{VAULT_ICONS[name]}</span>
          </label>
        ))}
      </div>
    </PickGroup>
  );
}
