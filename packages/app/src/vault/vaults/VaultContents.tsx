/** Inside one vault: a tile for every type it holds, with counts, and below them the list of everything. */

import type { Contents } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router";
import { usePageSearch } from "../../frame/search-context.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { AddItem } from "../form/AddPicker.tsx";
import { countKinds, itemsOfVault, sortItems } from "../item/find-items.ts";
import { mayEdit, ownerLabel } from "../item/rights.ts";
import { VaultTrouble } from "../item/SharedTrouble.tsx";
import { KindTile } from "../item/SiteIcon.tsx";
import { UNASSIGNED } from "../item/vault-routes.ts";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { OpenLink } from "../tiles/OpenButton.tsx";
import { Subtitle, TextLines } from "../tiles/TextLines.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { ItemsByOthers } from "./ItemsByOthers.tsx";
import { useVaultDialogs } from "./use-vault-dialogs.tsx";
import styles from "./VaultContents.module.css";
import { VaultMenu } from "./VaultMenu.tsx";

export function VaultContents({ contents, vault }: { contents: Contents; vault: Vault | null }) {
  const navigate = useNavigate();
  const [dialogs, dialog] = useVaultDialogs(contents, () => navigate("/vaults"));
  const { text } = usePageSearch();
  const vaultId = vault?.id ?? null;
  const items = useMemo(() => sortItems(itemsOfVault(contents.items, contents.vaults, vaultId)), [contents, vaultId]);
  const name = vault?.name ?? "Unassigned";
  const mayAdd = vault === null || mayEdit(vault);
  return (
    <>
      <PageTitle
        above={<Breadcrumb crumbs={[{ label: "Vaults", to: "/vaults" }, { label: name }]} />}
        hint={vault ? [ownerLabel(vault), vault.description].filter(Boolean).join(" · ") : "Items that are not in a vault"}
        actions={vault && <VaultMenu vault={vault} dialogs={dialogs} />}
      >
        {name}
      </PageTitle>
      {vault && <VaultTrouble vault={vault} />}
      {vault && <ItemsByOthers vault={vault} />}
      {items.length > 0 && text.trim() === "" && <TypeTiles base={`/vaults/${vault?.id ?? UNASSIGNED}`} contents={items} />}
      {/* At one place, whatever is above it: a form that is half typed is in it. */}
      <ItemBrowser
        items={items}
        vaults={contents.vaults}
        withVault={false}
        empty={<Empty vault={vault} onAddExisting={dialogs.addExisting} />}
      />
      {mayAdd && <AddItem vault={vault} />}
      {dialog}
    </>
  );
}

function Empty({ vault, onAddExisting }: { vault: Vault | null; onAddExisting: (vault: Vault) => void }) {
  return (
    <EmptyState
      picture={<CofferPicture state="ajar" />}
      title="This vault is empty"
      text={emptyText(vault)}
      action={
        vault &&
        mayEdit(vault) && (
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onAddExisting(vault)}>
            Add existing item
          </Button>
        )
      }
    />
  );
}

/** What can be put here, and by whom. */
function emptyText(vault: Vault | null): string {
  if (vault && !mayEdit(vault)) return "Its owner has put nothing here yet.";
  return "Add a new item with the button below, or put existing ones here.";
}

function TypeTiles({ base, contents }: { base: string; contents: Contents["items"] }) {
  const counts = countKinds(contents);
  return (
    <ul className={styles.grid}>
      {KIND_NAMES.filter((kind) => counts.has(kind)).map((kind) => (
        <TypeTile
          key={kind}
          to={`${base}/${kindOf(kind).list}`}
          label={kindOf(kind).words.drill}
          count={counts.get(kind) ?? 0}
          icon={<KindTile kind={kind} size={36} />}
        />
      ))}
    </ul>
  );
}

function TypeTile({ to, label, count, icon }: { to: string; label: string; count: number; icon: ReactNode }) {
  return (
    <li className={styles.tile}>
      {icon}
      <TextLines>
        <OpenLink to={to}>{label}</OpenLink>
        <Subtitle>{plural(count, "item")}</Subtitle>
      </TextLines>
    </li>
  );
}
