/** All vaults as cards: what lies in none of them first, then each with its colour and count. */

import type { Contents } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconFolder, IconFolderQuestion, IconFolders } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePageSearch } from "../../frame/search-context.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FloatingAdd } from "../../ui/FloatingAdd.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { UNASSIGNED } from "../item/vault-address.ts";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { findVaults, type VaultMatch } from "./find-vaults.ts";
import { useVaultDialogs, type VaultDialogs } from "./use-vault-dialogs.tsx";
import { VaultMenu } from "./VaultMenu.tsx";

export function VaultGrid({ contents }: { contents: Contents }) {
  const { text } = usePageSearch();
  const [dialogs, dialog] = useVaultDialogs(contents);
  const found = findVaults(contents, text);
  const searching = text.trim() !== "";
  const hasAny = contents.vaults.length > 0 || found.unassigned.total > 0;
  return (
    <>
      <PageTitle>All Vaults</PageTitle>
      {!hasAny && !searching && <NoVaults onCreate={dialogs.create} />}
      {searching && found.vaults.length === 0 && found.items.length === 0 && (
        <EmptyState icon={<IconFolders />} title="Nothing found" text="No vaults or items match your search." />
      )}
      {(found.vaults.length > 0 || found.unassigned.shown) && (
        <ul className="vault-grid">
          {found.unassigned.shown && <UnassignedCard match={found.unassigned} searching={searching} />}
          {found.vaults.map((match) => (
            <VaultCard key={match.vault.id} match={match} searching={searching} dialogs={dialogs} />
          ))}
        </ul>
      )}
      {searching && found.items.length > 0 && (
        <section className="found-items">
          <h2>Items</h2>
          <ItemBrowser items={found.items} vaults={contents.vaults} empty={null} />
        </section>
      )}
      <FloatingAdd label="Create New Vault" onClick={dialogs.create} />
      {dialog}
    </>
  );
}

function NoVaults({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={<IconFolders />}
      title="No vaults found"
      text="Create a vault to organize your items"
      action={<Button onClick={onCreate}>Create New Vault</Button>}
      secondary={
        <Button variant="default" component={Link} to="/import">
          Import File
        </Button>
      }
    />
  );
}

const countText = ({ total, matching }: VaultMatch, searching: boolean): string =>
  searching && matching > 0 ? `${matching.toLocaleString("en-US")} of ${plural(total, "item")} match` : plural(total, "item");

function UnassignedCard({ match, searching }: { match: VaultMatch; searching: boolean }) {
  return (
    <li className="vault-card vault-card-unassigned">
      <span className="vault-card-icon" aria-hidden>
        <IconFolderQuestion size={22} stroke={1.7} />
      </span>
      <div className="vault-card-text">
        <Link className="vault-card-name" to={`/vaults/${UNASSIGNED}`}>
          Unassigned
        </Link>
        <span className="vault-card-description">Items that are in no vault</span>
      </div>
      <span className="vault-card-count">{countText(match, searching)}</span>
    </li>
  );
}

interface CardProps {
  readonly match: VaultMatch & { readonly vault: Vault };
  readonly searching: boolean;
  readonly dialogs: VaultDialogs;
}

function VaultCard({ match, searching, dialogs }: CardProps) {
  const { vault } = match;
  return (
    <li className="vault-card">
      <span className="vault-card-bar" style={{ background: vault.color }} aria-hidden />
      <span className="vault-card-icon" style={{ background: vault.color }} data-filled aria-hidden>
        <IconFolder size={22} stroke={1.7} />
      </span>
      <div className="vault-card-text">
        <Link className="vault-card-name" to={`/vaults/${vault.id}`}>
          {vault.name}
        </Link>
        <span className="vault-card-description">{vault.description || "No description"}</span>
      </div>
      <VaultMenu vault={vault} dialogs={dialogs} />
      <span className="vault-card-count">{countText(match, searching)}</span>
    </li>
  );
}
