/** /all-items: everything one may see, a tab per kind. */

import type { KindName } from "@coffer/core/items/kinds";
import { Suspense, useState } from "react";
import { Loading } from "../../ui/Loading.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { AddItem } from "../form/AddPicker.tsx";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import { KindEmpty } from "../list/KindEmpty.tsx";
import { useKindTab } from "../list/kind-tabs.ts";
import { useContents } from "../queries.ts";
import { KindTabsPage } from "./KindTabsPage.tsx";

/** For the first hour only. */
const EmptyCoffer = lazyComponent("inline", async () => (await import("../getting-started/EmptyCoffer.tsx")).EmptyCoffer, {
  waiting: "around",
});

const everything = (): boolean => true;

export function AllItemsPage() {
  const [, setKind] = useKindTab();
  const [adding, setAdding] = useState<KindName | null>(null);
  const isNew = useContents().data?.items.length === 0;
  return (
    <>
      <KindTabsPage
        id="all-items"
        title="All Items"
        counted
        includes={everything}
        empty={(kind) => (
          <Suspense fallback={<Loading />}>
            {isNew && <EmptyCoffer />}
            <KindEmpty kind={kind} onAdd={() => setAdding(kind)} isQuiet={isNew} />
          </Suspense>
        )}
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
