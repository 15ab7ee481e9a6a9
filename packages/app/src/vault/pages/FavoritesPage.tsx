/** /favorites: what one marked, a tab per kind with counts. */

import type { Item } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { inSentence } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { TILES } from "../tiles/tiles.ts";
import { KindTabsPage } from "./KindTabsPage.tsx";

const isFavourite = (item: Item): boolean => item.favourite;

export function FavoritesPage() {
  return (
    <KindTabsPage
      id="favorites"
      title="Favorites"
      counted
      includes={isFavourite}
      empty={(kind) => <NoFavourites kind={kind} />}
      withStar={(kind) => TILES[kind].starInFavorites}
    />
  );
}

function NoFavourites({ kind }: { kind: KindName }) {
  const { words, list } = kindOf(kind);
  return (
    <EmptyState
      picture={<CofferPicture state="ajar" />}
      title={`No favorites in ${words.tab}`}
      text="Press the star on an item to keep it here, one click away."
      action={
        <Button variant="default" component={Link} to={`/all-items?tab=${list}`}>
          {`Show all ${inSentence(words.tab)}`}
        </Button>
      }
    />
  );
}
