/** SIDEBAR_ORDER: what the sidebar lists, in its order. Labels and icons are those of the routes and dialogs. */
import type { Permissions } from "@coffer/contract/account";
import type { ComponentType } from "react";
import type { PageAccess } from "./admission.ts";

/** Groups with their pages and, after these, dialogs. A group with a condition is left out as a whole for those who do not meet it (decision S-23). */
const SIDEBAR_ORDER = [
  {
    name: "main",
    heading: null,
    needs: null,
    pinned: false,
    folds: false,
    pages: ["/vaults", "/all-items", "/favorites"],
    dialogs: [],
  },
  {
    name: "library",
    heading: "Library",
    needs: null,
    pinned: false,
    folds: true,
    pages: ["/password-health", "/trash"],
    dialogs: [],
  },
  {
    name: "advanced",
    heading: "Advanced Features",
    needs: null,
    pinned: false,
    folds: false,
    pages: ["/import"],
    dialogs: ["export"],
  },
  {
    name: "team",
    heading: "Team Management",
    needs: "manage_team",
    pinned: false,
    folds: false,
    pages: ["/teams", "/manage-members", "/roles"],
    dialogs: [],
  },
  {
    name: "sharing",
    heading: null,
    needs: null,
    pinned: true,
    folds: false,
    pages: ["/sharing-center"],
    dialogs: [],
  },
] as const;

export interface MenuEntry {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
}

export interface ListedPage {
  readonly path: string;
  readonly access: PageAccess;
  /** In the sidebar, where SIDEBAR_ORDER has the path. */
  readonly menu?: MenuEntry;
  /** Listed in the user menu, in the order of the pages. */
  readonly userMenu?: MenuEntry;
}

type Group = (typeof SIDEBAR_ORDER)[number];

export interface MenuSection {
  readonly name: Group["name"];
  readonly heading: string | null;
  readonly pinned: boolean;
  /** Its heading opens and closes it. */
  readonly folds: boolean;
  readonly links: readonly { readonly to: string; readonly entry: MenuEntry }[];
  readonly dialogs: Group["dialogs"];
}

/** The groups this person sees, with the links they may follow. Groups without a link are left out. */
export function menuFor(routes: readonly ListedPage[], permissions: Permissions): readonly MenuSection[] {
  const allowed = (access: PageAccess) => access === "public" || access === "signed-in" || permissions[access];
  return SIDEBAR_ORDER.filter(({ needs }) => needs === null || permissions[needs])
    .map(({ pages, ...group }): MenuSection => {
      const links = pages.flatMap((to) => {
        const route = routes.find(({ path }) => path === to);
        return route?.menu && allowed(route.access) ? [{ to, entry: route.menu }] : [];
      });
      return { ...group, links };
    })
    .filter(({ links }) => links.length > 0);
}
