/** A bank account in its bank's colours; numbers show their last four characters only. */
import { bankTheme, maskLast4 } from "@coffer/core/items/display";
import { kindOf } from "@coffer/core/items/kinds";
import { shortDate } from "@coffer/core/text";
import { IconBuildingBank } from "@tabler/icons-react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import type { TileProps } from "./tile.ts";

/** Shown when an account says no type (specification 2 §9). */
const DEFAULT_TYPE = "Checking Account";

export function BankTile({ item, vault, title, star, menu, marker }: TileProps) {
  const { bank_name: bank = "", account_type: type, account_number: account, iban_number: iban } = item.fields;
  const typeLabel = kindOf("bank").fields.account_type?.options?.find(({ value }) => value === type)?.label ?? DEFAULT_TYPE;
  const theme = bankTheme(bank);
  return (
    <div className="face-bank">
      <div className="face-bank-band" style={{ background: theme.background, color: theme.text }}>
        <IconBuildingBank size={20} stroke={1.7} aria-hidden />
        <div className="face-lines">
          <span className="face-bank-name">{bank || "Bank"}</span>
          <span className="face-bank-type">{typeLabel}</span>
        </div>
        <div className="face-corner">
          {star}
          {menu}
        </div>
      </div>
      <div className="face-bank-body">
        {title}
        <dl className="face-bank-numbers">
          <Line label="Account" value={account} />
          <Line label="IBAN" value={iban} />
        </dl>
      </div>
      <div className="face-bank-foot">
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        {marker}
        <time className="face-date" dateTime={new Date(item.updatedAt).toISOString()}>
          {shortDate(item.updatedAt)}
        </time>
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
