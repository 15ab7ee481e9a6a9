import { NO_PERMISSIONS } from "@coffer/core/team/permissions";
import { expect, test } from "vitest";
import { menuFor } from "./sidebar-order.ts";

const icon = () => null;
const ROUTES = [
  { path: "/login", access: "public" },
  { path: "/sharing-center", access: "signed-in", menu: { label: "Sharing Center", icon } },
  { path: "/teams", access: "manage_teams", menu: { label: "Teams", icon } },
  { path: "/manage-members", access: "manage_team", menu: { label: "Manage Members", icon } },
  { path: "/vaults", access: "signed-in", menu: { label: "Vaults", icon } },
  { path: "/import", access: "signed-in", menu: { label: "Import File", icon } },
] as const;

const labels = (permissions: typeof NO_PERMISSIONS) =>
  menuFor(ROUTES, permissions).map(({ heading, links }) => [heading, ...links.map(({ entry }) => entry.label)]);

test("the groups are in their order, whatever the order of the routes", () => {
  expect(labels({ ...NO_PERMISSIONS, manage_team: true, manage_teams: true })).toEqual([
    [null, "Vaults"],
    ["Advanced Features", "Import File"],
    ["Team Management", "Teams", "Manage Members"],
    [null, "Sharing Center"],
  ]);
});

test("the pages are in their order too, and one that the table lacks is not listed", () => {
  const more = [
    { path: "/favorites", access: "signed-in", menu: { label: "Favorites", icon } },
    { path: "/elsewhere", access: "signed-in", menu: { label: "Elsewhere", icon } },
    ...ROUTES,
  ] as const;
  expect(menuFor(more, NO_PERMISSIONS)[0]?.links.map(({ to }) => to)).toEqual(["/vaults", "/favorites"]);
});

test("a link is listed only for those its page admits", () => {
  expect(labels({ ...NO_PERMISSIONS, manage_team: true })).toContainEqual(["Team Management", "Manage Members"]);
});

test("the team's group needs manage_team, even for one who may manage teams", () => {
  expect(labels({ ...NO_PERMISSIONS, manage_teams: true }).flat()).not.toContain("Team Management");
});
