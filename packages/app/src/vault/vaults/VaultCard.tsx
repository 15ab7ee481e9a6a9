/** A vault as a card with its colour and count, and the card of items in no vault. */
import type { Vault } from "@coffer/core/items/item";
import { LOCALE, plural } from "@coffer/core/text";
import { IconFolderQuestion } from "@tabler/icons-react";
import { ownerLabel } from "../item/rights.ts";
import { VaultIcon } from "../item/VaultIcon.tsx";
import { UNASSIGNED } from "../item/vault-routes.ts";
import { OpenLink } from "../tiles/OpenButton.tsx";
import type { VaultMatch } from "./find-vaults.ts";
import type { VaultDialogs } from "./use-vault-dialogs.tsx";
import styles from "./VaultCard.module.css";
import { VaultMenu } from "./VaultMenu.tsx";

const countText = ({ total, matching }: VaultMatch, searching: boolean): string =>
  searching && matching > 0 ? `${matching.toLocaleString(LOCALE)} of ${plural(total, "item")} match` : plural(total, "item");

export function UnassignedCard({ match, searching }: { match: VaultMatch; searching: boolean }) {
  return (
    <li className={styles.card} data-hollow>
      <span className={styles.icon} aria-hidden>
        <IconFolderQuestion size={20} />
      </span>
      <Text name="Unassigned" to={`/vaults/${UNASSIGNED}`} description="Items that are not in a vault" />
      <span className={styles.count}>{countText(match, searching)}</span>
    </li>
  );
}

interface Props {
  readonly match: VaultMatch & { readonly vault: Vault };
  readonly searching: boolean;
  readonly dialogs: VaultDialogs;
}

export function VaultCard({ match, searching, dialogs }: Props) {
  const { vault } = match;
  return (
    <li className={styles.card} data-key={vault.id} data-testid="vault-card">
      <span className={styles.bar} style={{ background: vault.color }} aria-hidden />
      <span className={styles.icon} style={{ background: vault.color }} data-filled aria-hidden>
        <VaultIcon name={vault.icon} size={20} />
      </span>
      <Text name={vault.name} to={`/vaults/${vault.id}`} description={ownerLabel(vault) ?? (vault.description || "No description")} />
      <div className={styles.menu}>
        <VaultMenu vault={vault} dialogs={dialogs} />
      </div>
      <span className={styles.count}>{countText(match, searching)}</span>
    </li>
  );
}

function Text({ name, to, description }: { name: string; to: string; description: string }) {
  return (
    <div className={styles.text}>
      <div className={styles.name}>
        <OpenLink to={to}>{name}</OpenLink>
      </div>
      <div className={styles.description}>{description}</div>
    </div>
  );
}
