/** What the sidebar lists, read from the routes. */
import type { Permissions } from "@coffer/contract/account";
import type { ComponentType } from "react";
import type { PageAccess } from "./admission.ts";

/** The sidebar's groups in their order. A group with a condition is left out as a whole for those who do not meet it (decision S-23). */
const MENU_GROUPS = [
  { name: "main", heading: null, needs: null, pinned: false, folds: false },
  { name: "library", heading: "Library", needs: null, pinned: false, folds: true },
  { name: "advanced", heading: "Advanced Features", needs: null, pinned: false, folds: false },
  { name: "team", heading: "Team Management", needs: "manage_team", pinned: false, folds: false },
  { name: "sharing", heading: null, needs: null, pinned: true, folds: false },
] as const;

export interface MenuEntry {
  readonly group: (typeof MENU_GROUPS)[number]["name"];
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
}

export interface ListedPage {
  readonly path: string;
  readonly access: PageAccess;
  readonly menu?: MenuEntry;
  /** Listed in the user menu, in the order of the pages. */
  readonly userMenu?: Pick<MenuEntry, "label" | "icon">;
}

export interface MenuSection {
  readonly name: MenuEntry["group"];
  readonly heading: string | null;
  readonly pinned: boolean;
  /** Its heading opens and closes it. */
  readonly folds: boolean;
  readonly links: readonly { readonly to: string; readonly entry: MenuEntry }[];
}

/** The groups this person sees, with the links they may follow. Groups without a link are left out. */
export function menuFor(routes: readonly ListedPage[], permissions: Permissions): readonly MenuSection[] {
  const allowed = (access: PageAccess) => access === "public" || access === "signed-in" || permissions[access];
  return MENU_GROUPS.filter(({ needs }) => needs === null || permissions[needs])
    .map(({ name, heading, pinned, folds }) => {
      const links = routes.flatMap(({ path, access, menu }) =>
        menu?.group === name && allowed(access) ? [{ to: path, entry: menu }] : [],
      );
      return { name, heading, pinned, folds, links };
    })
    .filter(({ links }) => links.length > 0);
}
