/** /all-items: everything one may see, a tab per kind. */

import type { KindName } from "@coffer/core/items/kinds";
import { useState } from "react";
import { AddItem } from "./AddPicker.tsx";
import { ItemFormSheet } from "./ItemFormSheet.tsx";
import { KindEmpty } from "./KindEmpty.tsx";
import { KindTabsPage } from "./KindTabsPage.tsx";
import { useKindTab } from "./kind-tabs.ts";

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
