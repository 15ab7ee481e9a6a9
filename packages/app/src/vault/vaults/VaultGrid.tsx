/** All vaults as cards: items in no vault first, then each vault with its colour and count. */
import type { Contents } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconFolders } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { usePageSearch } from "../../frame/search-context.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FloatingAdd } from "../../ui/FloatingAdd.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { findVaults } from "./find-vaults.ts";
import { useVaultDialogs } from "./use-vault-dialogs.tsx";
import { UnassignedCard, VaultCard } from "./VaultCard.tsx";
import styles from "./VaultGrid.module.css";

/** For the first hour only. */
const EmptyCoffer = lazyComponent("inline", async () => (await import("../getting-started/EmptyCoffer.tsx")).EmptyCoffer, {
  waiting: "around",
});

/** @param children - shown above the vaults while nothing is searched. */
export function VaultGrid({ contents, children }: { contents: Contents; children?: ReactNode }) {
  const { text } = usePageSearch();
  const [dialogs, dialog] = useVaultDialogs(contents);
  const found = findVaults(contents, text);
  const searching = text.trim() !== "";
  const [hasSearched, setHasSearched] = useState(searching);
  if (searching && !hasSearched) setHasSearched(true);
  const hasAny = contents.vaults.length > 0 || found.unassigned.total > 0;
  return (
    <>
      <PageTitle>All Vaults</PageTitle>
      {!searching && children}
      {!hasAny && !searching && <NoVaults onCreate={dialogs.create} />}
      {searching && found.vaults.length === 0 && found.items.length === 0 && (
        <EmptyState icon={<IconFolders />} title="Nothing found" text="No vaults or items match your search." />
      )}
      {(found.vaults.length > 0 || found.unassigned.shown) && (
        <ul className={styles.grid}>
          {found.unassigned.shown && <UnassignedCard match={found.unassigned} searching={searching} />}
          {found.vaults.map((match) => (
            <VaultCard key={match.vault.id} match={match} searching={searching} dialogs={dialogs} />
          ))}
        </ul>
      )}
      {/* Stays once something was searched: a form that is half typed is in it. */}
      {hasSearched && (
        <section className={found.items.length > 0 ? styles.found : undefined}>
          {found.items.length > 0 && <h2>Items</h2>}
          <ItemBrowser items={found.items} vaults={contents.vaults} empty={null} />
        </section>
      )}
      <FloatingAdd label="Create New Vault" onClick={dialogs.create} />
      {dialog}
    </>
  );
}

const NoVaults = ({ onCreate }: { onCreate: () => void }) => (
  <>
    <EmptyCoffer />
    <EmptyState
      title="No vaults found"
      text="Create a vault to organize your items"
      action={
        <Button variant="default" onClick={onCreate}>
          Create New Vault
        </Button>
      }
      secondary={
        <Button variant="default" component={Link} to="/import">
          Import File
        </Button>
      }
    />
  </>
);
