/** The items of one type in one vault, or everything in it. */
import type { Contents } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { useMemo } from "react";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { AddItem } from "../form/AddPicker.tsx";
import { itemsOfVault, sortItems } from "../item/find-items.ts";
import { mayEdit } from "../item/rights.ts";
import { UNASSIGNED } from "../item/vault-routes.ts";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { KindEmpty } from "../list/KindEmpty.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";

export function VaultList({ contents, vault, kind }: { contents: Contents; vault: Vault | null; kind: KindName | null }) {
  const items = useMemo(() => {
    const held = itemsOfVault(contents.items, contents.vaults, vault?.id ?? null);
    return sortItems(kind ? held.filter((item) => item.kind === kind) : held);
  }, [contents, vault, kind]);
  const vaultName = vault?.name ?? "Unassigned";
  const title = kind ? kindOf(kind).words.drill : "Everything";
  return (
    <>
      <PageTitle
        above={
          <Breadcrumb
            crumbs={[{ label: "Vaults", to: "/vaults" }, { label: vaultName, to: `/vaults/${vault?.id ?? UNASSIGNED}` }, { label: title }]}
          />
        }
      >
        {title}
      </PageTitle>
      <ItemBrowser
        items={items}
        vaults={contents.vaults}
        withVault={false}
        empty={kind ? <KindEmpty kind={kind} /> : <EmptyState picture={<CofferPicture state="ajar" />} title="No items found" />}
      />
      {(vault === null || mayEdit(vault)) && <AddItem vault={vault} />}
    </>
  );
}
