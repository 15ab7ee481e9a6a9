/** A bank account in its bank's colours; numbers show their last four characters only. */
import { bankTheme, maskLast4 } from "@coffer/core/items/display";
import { kindOf } from "@coffer/core/items/kinds";
import { IconBuildingBank } from "@tabler/icons-react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import styles from "./BankTile.module.css";
import { ChangedDate, TextLines } from "./TextLines.tsx";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

/** Shown when an account says no type (specification 2 §9). */
const DEFAULT_TYPE = "Checking Account";

export function BankTile({ item, vault, title, star, menu, marker, mark }: TileProps) {
  const { bank_name: bank = "", account_type: type, account_number: account, iban_number: iban } = item.fields;
  const typeLabel = kindOf("bank").fields.account_type?.options?.find(({ value }) => value === type)?.label ?? DEFAULT_TYPE;
  const theme = bankTheme(bank);
  return (
    <div className={styles.bank}>
      <div className={styles.band} style={{ background: theme.background, color: theme.text }}>
        <IconBuildingBank size={20} stroke={1.7} aria-hidden />
        <TextLines>
          <span className={styles.name}>{mark(bank || "Bank")}</span>
          <span className={styles.type}>{typeLabel}</span>
        </TextLines>
        <TileControls ground="dark">
          {star}
          {menu}
        </TileControls>
      </div>
      <div className={styles.body}>
        {title}
        <dl className={styles.numbers}>
          <Line label="Account" value={account} />
          {iban && <Line label="IBAN" value={iban} />}
        </dl>
      </div>
      <div className={styles.foot}>
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <ChangedDate item={item} />
      </div>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ? maskLast4(value) : "—"}</dd>
    </div>
  );
}
