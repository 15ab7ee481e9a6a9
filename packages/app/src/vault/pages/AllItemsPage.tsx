/** /all-items: everything one may see, a tab per kind. */

import type { KindName } from "@coffer/core/items/kinds";
import { useState } from "react";
import { AddItem } from "../form/AddPicker.tsx";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import { KindEmpty } from "../list/KindEmpty.tsx";
import { useKindTab } from "../list/kind-tabs.ts";
import { KindTabsPage } from "./KindTabsPage.tsx";

const everything = (): boolean => true;

export function AllItemsPage() {
  const [, setKind] = useKindTab();
  const [adding, setAdding] = useState<KindName | null>(null);
  return (
    <>
      <KindTabsPage
        id="all-items"
        title="All Items"
        counted
        includes={everything}
        empty={(kind) => <KindEmpty kind={kind} onAdd={() => setAdding(kind)} />}
        withStar={everything}
      />
      <AddItem onAdded={setKind} />
      {adding && (
        <ItemFormSheet
          target={{ kind: adding, item: null, categoryId: null, from: "picker" }}
          editor="modal"
          onClose={() => setAdding(null)}
        />
      )}
    </>
  );
}
