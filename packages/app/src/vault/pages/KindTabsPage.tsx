/** What All Items and Favorites share: a title, the four tabs, the links to kinds without one, and the list of the tab that is open. */

import type { Contents } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { inSentence } from "@coffer/core/text";
import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "react-router";
import { isPaneTaken, whenPaneIsFree } from "../../frame/pane-slot.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ContentsGate } from "../list/ContentsGate.tsx";
import { ItemBrowser } from "../list/ItemBrowser.tsx";
import { LINKED_KINDS, TAB_KINDS, useKindTab } from "../list/kind-tabs.ts";
import { ListLoading } from "../list/ListLoading.tsx";
import { panelProps, TabStrip } from "../list/TabStrip.tsx";
import { useListBeginning } from "../list/use-list-beginning.ts";
import { useTabSearch } from "../list/use-tab-search.ts";
import { useContents } from "../queries.ts";
import styles from "./KindTabsPage.module.css";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly counted: boolean;
  readonly includes: (item: Item) => boolean;
  readonly empty: (kind: KindName) => ReactNode;
  readonly withStar: (kind: KindName) => boolean;
}

export function KindTabsPage({ id, title, counted, includes, empty, withStar }: Props) {
  const [kind, setKind] = useKindTab();
  const { data } = useContents();
  const { words } = kindOf(kind);
  const onSelect = (to: KindName) => whenPaneIsFree(() => setKind(to));
  const onGo = (to: KindName) => setKind(to, { replace: true });
  const { counts, byKind, cameFrom } = useTabSearch({ contents: data, includes, opened: kind, onGo });
  const isListed = useCallback((item: Item) => item.kind === kind && includes(item), [kind, includes]);
  const beginning = useListBeginning(isListed);
  const tabs = TAB_KINDS.map((name) => ({
    name,
    label: kindOf(name).words.tab,
    ...(counted && data ? { count: counts.get(name)?.count ?? 0 } : {}),
  }));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TabStrip
        id={id}
        label={title}
        tabs={tabs}
        selected={kind}
        onSelect={onSelect}
        links={(className) => <KindLinks opened={kind} {...{ className, onSelect }} />}
      />
      <p role="status" className={styles.came}>
        {cameFrom && `Nothing in ${kindOf(cameFrom).words.tab}: these are ${words.tab}.`}
      </p>
      <div className={styles.panel} {...panelProps(id, kind)} {...(TAB_KINDS.includes(kind) ? {} : { "aria-labelledby": linkId(kind) })}>
        <ContentsGate what={inSentence(words.tab)} fallback={words.fetchFailed} waiting={<ListLoading kind={kind} />} beginning={beginning}>
          {(contents, isBeginning) => (
            <TabList
              key={kind}
              // The list that its number counts: a search then compares it once.
              known={contents === data ? byKind.get(kind) : undefined}
              {...{ contents, isListed, isBeginning }}
              empty={empty(kind)}
              withStar={withStar(kind)}
            />
          )}
        </ContentsGate>
      </div>
    </>
  );
}

const linkId = (kind: KindName): string => `kind-link-${kind}`;

interface LinksProps {
  readonly opened: KindName;
  readonly className: string | undefined;
  readonly onSelect: (kind: KindName) => void;
}

/** The way to what has no tab. */
const KindLinks = ({ opened, className, onSelect }: LinksProps) =>
  LINKED_KINDS.map((kind) => (
    <Link
      key={kind}
      id={linkId(kind)}
      className={className}
      to={`?tab=${kindOf(kind).list}`}
      onClick={(event) => {
        const opensAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey;
        if (opensAnotherTab || !isPaneTaken()) return;
        event.preventDefault();
        onSelect(kind);
      }}
      {...(kind === opened ? { "aria-current": "page" } : {})}
    >
      {kindOf(kind).words.tab}
    </Link>
  ));

interface ListProps {
  readonly contents: Contents;
  readonly known: readonly Item[] | undefined;
  readonly isListed: (item: Item) => boolean;
  readonly isBeginning: boolean;
  readonly empty: ReactNode;
  readonly withStar: boolean;
}

function TabList({ contents, known, isListed, ...rest }: ListProps) {
  const items = useMemo(() => known ?? contents.items.filter(isListed), [known, contents.items, isListed]);
  return <ItemBrowser items={items} vaults={contents.vaults} {...rest} />;
}
