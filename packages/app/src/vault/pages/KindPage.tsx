/** /passwords, /notes, /card-details, /bank-details, /personal-details: the list of one kind. */

import type { Contents } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { inSentence } from "@coffer/core/text";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { FloatingAdd } from "../../ui/FloatingAdd.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ItemFormSheet } from "../form/ItemFormSheet.tsx";
import { ContentsGate } from "../list/ContentsGate.tsx";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { KindEmpty } from "../list/KindEmpty.tsx";
import { ListLoading } from "../list/ListLoading.tsx";
import { useListBeginning } from "../list/use-list-beginning.ts";

export function KindPage({ kind }: { kind: KindName }) {
  const [adding, setAdding] = useState(false);
  const { words } = kindOf(kind);
  const add = () => setAdding(true);
  const isListed = useCallback((item: Item) => item.kind === kind, [kind]);
  const beginning = useListBeginning(isListed);
  return (
    <>
      <PageTitle>{words.tab}</PageTitle>
      <ContentsGate what={inSentence(words.tab)} fallback={words.fetchFailed} waiting={<ListLoading kind={kind} />} beginning={beginning}>
        {(contents, isBeginning) => <KindList {...{ contents, isListed, isBeginning }} empty={<KindEmpty kind={kind} onAdd={add} />} />}
      </ContentsGate>
      <FloatingAdd label={words.create} onClick={add} />
      {adding && (
        <ItemFormSheet target={{ kind, item: null, categoryId: null, from: "list" }} editor="modal" onClose={() => setAdding(false)} />
      )}
    </>
  );
}

interface ListProps {
  readonly contents: Contents;
  readonly isListed: (item: Item) => boolean;
  readonly isBeginning: boolean;
  readonly empty: ReactNode;
}

function KindList({ contents, isListed, ...rest }: ListProps) {
  const items = useMemo(() => contents.items.filter(isListed), [contents.items, isListed]);
  return <ItemBrowser items={items} vaults={contents.vaults} {...rest} />;
}
