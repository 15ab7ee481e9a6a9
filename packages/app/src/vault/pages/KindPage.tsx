/** /passwords, /notes, /card-details, /bank-details, /personal-details: the list of one kind. */
import type { Contents } from "@coffer/client";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { useMemo, useState } from "react";
import { FloatingAdd } from "../../ui/FloatingAdd.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import { ContentsGate } from "../list/ContentsGate.tsx";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { KindEmpty } from "../list/KindEmpty.tsx";
import { ListLoading } from "../list/ListLoading.tsx";

export function KindPage({ kind }: { kind: KindName }) {
  const [adding, setAdding] = useState(false);
  const { words } = kindOf(kind);
  const add = () => setAdding(true);
  return (
    <>
      <PageTitle>{words.tab}</PageTitle>
      <ContentsGate what={words.tab.toLowerCase()} fallback={words.fetchFailed} waiting={<ListLoading kind={kind} />}>
        {(contents) => <KindList contents={contents} kind={kind} onAdd={add} />}
      </ContentsGate>
      <FloatingAdd label={words.create} onClick={add} />
      {adding && (
        <ItemFormSheet target={{ kind, item: null, categoryId: null, from: "list" }} editor="modal" onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function KindList({ contents, kind, onAdd }: { contents: Contents; kind: KindName; onAdd: () => void }) {
  const items = useMemo(() => contents.items.filter((item) => item.kind === kind), [contents.items, kind]);
  return <ItemBrowser items={items} vaults={contents.vaults} empty={<KindEmpty kind={kind} onAdd={onAdd} />} />;
}
