/** The view of the list one is at: sort and chips, each list its own. Comes back with the page; after a reload too, but for the tag. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useSession } from "../../frame/client-context.tsx";
import { type ListView, readView, writeView } from "./list-view.ts";

/** Tiles or lines, and how high a line is; for all lists of this device. */
export const LAYOUT = SETTINGS_OF_DEVICE.listLayout;
export const DENSITY = SETTINGS_OF_DEVICE.listDensity;

const ListViewsContext = createContext<Map<string, ListView> | null>(null);

/** Holds the views, tags and all, as long as the session lasts. */
export function ListViewsProvider({ children }: { children: ReactNode }) {
  const [views] = useState(() => new Map<string, ListView>());
  return <ListViewsContext value={views}>{children}</ListViewsContext>;
}

export function useListView(): [ListView, (view: ListView) => void] {
  const views = use(ListViewsContext);
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  // An account's own: another one may be signed in in this tab.
  const whose = useSession()?.user.id ?? "";
  const place = `list:${whose}:${pathname}:${params.get("tab") ?? ""}`;
  const [, redraw] = useState(0);
  const known = views?.get(place);
  const view = useMemo(() => known ?? readView(sessionStorage.getItem(place)), [known, place]);
  const choose = useCallback(
    (next: ListView): void => {
      views?.set(place, next);
      sessionStorage.setItem(place, writeView(next));
      redraw((count) => count + 1);
    },
    [views, place],
  );
  return [view, choose];
}
