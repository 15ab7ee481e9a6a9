/** ROUTES: every page of the product and who may see it. Router, guard, sidebar (in the order of frame/sidebar-order.ts) and "not found" read this table. */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import {
  IconFileImport,
  IconHeartbeat,
  IconLayoutList,
  IconSettings,
  IconShieldCog,
  IconShieldLock,
  IconStar,
  IconTrash,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  IconVault,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { LoginPage } from "./account/sign-in/LoginPage.tsx";
import type { AdmissionRule } from "./frame/admission.ts";
import type { ListedPage } from "./frame/sidebar-order.ts";
import { lazyComponent } from "./ui/lazy-component.tsx";
import { PageSkeleton } from "./ui/PageSkeleton.tsx";

/** Some are loaded when they are first visited; these can be loaded before. */
type Page = ComponentType & { readonly ahead?: () => Promise<void> };

export interface Route extends AdmissionRule, ListedPage {
  readonly page: Page;
}

/** A page loaded when it is first visited. */
export const page = (load: () => Promise<ComponentType>): Page => lazyComponent("page", load);

/** A page of an open vault. @param title - its heading, which is there before the page is. */
const inside = (load: () => Promise<ComponentType>, title?: string): Page =>
  lazyComponent("page", load, { waiting: <PageSkeleton title={title} /> });

const kindPage = (kind: KindName): Page =>
  inside(async () => {
    const { KindPage } = await import("./vault/pages/KindPage.tsx");
    return () => <KindPage kind={kind} />;
  }, kindOf(kind).words.tab);

const vaults = inside(async () => (await import("./vault/pages/VaultsPage.tsx")).VaultsPage);

export const ROUTES: readonly Route[] = [
  {
    path: "/login",
    access: "public",
    redirectSignedIn: "/vaults",
    page: LoginPage,
  },
  { path: "/register", access: "public", page: page(async () => (await import("./account/registration/RegisterPage.tsx")).RegisterPage) },
  {
    path: "/forgot-password",
    access: "public",
    page: page(async () => (await import("./account/recovery/ForgotPasswordPage.tsx")).ForgotPasswordPage),
  },
  {
    path: "/account-recovery",
    access: "public",
    page: page(async () => (await import("./account/recovery/AccountRecoveryPage.tsx")).AccountRecoveryPage),
  },
  {
    path: "/undo-two-factor",
    access: "public",
    page: page(async () => (await import("./account/two-factor/UndoPage.tsx")).UndoPage),
  },
  {
    path: "/mfa-setup",
    access: "signed-in",
    page: inside(async () => (await import("./account/two-factor/MfaSetupPage.tsx")).MfaSetupPage, "Multi-Factor Authentication (MFA)"),
    userMenu: { label: "Setup MFA", icon: IconShieldLock },
  },
  {
    path: "/settings",
    access: "signed-in",
    page: inside(async () => (await import("./account/settings/SettingsPage.tsx")).SettingsPage, "Settings"),
    userMenu: { label: "Settings", icon: IconSettings },
  },
  { path: "/vaults", access: "signed-in", page: vaults, menu: { label: "Vaults", icon: IconVault } },
  { path: "/vaults/:vaultId", access: "signed-in", page: vaults },
  { path: "/vaults/:vaultId/:list", access: "signed-in", page: vaults },
  {
    path: "/all-items",
    access: "signed-in",
    page: inside(async () => (await import("./vault/pages/AllItemsPage.tsx")).AllItemsPage, "All Items"),
    menu: { label: "All Items", icon: IconLayoutList },
  },
  {
    path: "/favorites",
    access: "signed-in",
    page: inside(async () => (await import("./vault/pages/FavoritesPage.tsx")).FavoritesPage, "Favorites"),
    menu: { label: "Favorites", icon: IconStar },
  },
  {
    path: "/password-health",
    access: "signed-in",
    page: inside(async () => (await import("./vault/pages/HealthPage.tsx")).HealthPage, "Health"),
    menu: { label: "Health", icon: IconHeartbeat },
  },
  {
    path: "/trash",
    access: "signed-in",
    page: inside(async () => (await import("./vault/pages/TrashPage.tsx")).TrashPage, "Trash"),
    menu: { label: "Trash", icon: IconTrash },
  },
  ...KIND_NAMES.map((kind): Route => ({ path: kindOf(kind).page, access: "signed-in", page: kindPage(kind) })),
  {
    path: "/import",
    access: "signed-in",
    page: inside(async () => (await import("./transfer/ImportPage.tsx")).ImportPage, "Import File"),
    menu: { label: "Import File", icon: IconFileImport },
  },
  {
    path: "/sharing-center",
    access: "signed-in",
    page: inside(async () => (await import("./sharing/SharingCenterPage.tsx")).SharingCenterPage, "Sharing Center"),
    menu: { label: "Sharing Center", icon: IconUsers },
  },
  {
    path: "/accept-invitation",
    access: "public",
    page: page(async () => (await import("./team/AcceptInvitationPage.tsx")).AcceptInvitationPage),
  },
  {
    path: "/teams",
    access: "manage_teams",
    page: inside(async () => (await import("./team/TeamsPage.tsx")).TeamsPage, "Teams"),
    menu: { label: "Teams", icon: IconUsersGroup },
  },
  {
    path: "/team",
    access: "signed-in",
    page: inside(async () => (await import("./team/TeamPage.tsx")).OwnTeamPage),
    userMenu: { label: "Your team", icon: IconUsers },
  },
  { path: "/team/:teamId", access: "signed-in", page: inside(async () => (await import("./team/TeamPage.tsx")).TeamPage) },
  {
    path: "/manage-members",
    access: "manage_team",
    page: inside(async () => (await import("./team/ManageMembersPage.tsx")).ManageMembersPage, "Team Members"),
    menu: { label: "Manage Members", icon: IconUserCog },
  },
  {
    path: "/roles",
    access: "manage_roles",
    page: inside(async () => (await import("./team/RolesPage.tsx")).RolesPage, "Roles & Permissions"),
    menu: { label: "Roles & Permissions", icon: IconShieldCog },
  },
];
