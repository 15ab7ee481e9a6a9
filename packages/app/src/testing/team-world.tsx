/** A page of the team feature for a user with these permissions, and what it asks the client for. */
import type { Client, Role, Team, TeamDoubt, TeamInvitation, TeamMember } from "@coffer/client";
import { type PermissionFlag, permissionsWhere } from "@coffer/core/team/permissions";
import { type ReactNode, Suspense } from "react";
import { Route, Routes } from "react-router";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { PageSearchProvider, usePageSearch } from "../frame/search-context.tsx";
import { ANN } from "./ann.ts";
import { fakeClient, type PartOf } from "./fake-client.ts";
import { renderApp } from "./render.tsx";

const AT = "2026-01-15T12:00:00.000Z";
export const TEAM_ID = "33333333-3333-4333-8333-333333333333";

export const aTeam = (name: string, more: Partial<Team> = {}): Team => ({
  id: TEAM_ID,
  name,
  description: "",
  member_count: 3,
  managed_count: 1,
  storage_data: { totalBytes: 1_572_864, usagePercentage: 3 },
  role_id: 3,
  created_at: AT,
  ...more,
});

export const aRole = (id: number, name: string, flags: readonly PermissionFlag[] = [], more: Partial<Role> = {}): Role => ({
  id,
  name,
  description: "",
  permissions: permissionsWhere((flag) => flags.includes(flag)),
  team_id: id < 100 ? null : TEAM_ID,
  team_name: id < 100 ? null : "Engineering",
  ...more,
});
export const ADMIN_ROLE = aRole(2, "Team Admin", ["manage_team", "invite_members", "remove_members"]);
export const MEMBER_ROLE = aRole(3, "Member");

export const aMember = (email: string, more: Partial<TeamMember> = {}): TeamMember => ({
  id: crypto.randomUUID(),
  user_id: crypto.randomUUID(),
  email,
  joined_at: AT,
  role_id: 3,
  role_name: "Member",
  team_name: "Engineering",
  two_factor_enabled: false,
  is_managed: true,
  has_agreed: true,
  last_active_at: AT,
  serverRoleId: more.role_id ?? 3,
  isKeyPending: false,
  isVerified: false,
  ...more,
});

export const anInvitation = (email: string, more: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: crypto.randomUUID(),
  email,
  invited_by_email: "lead@example.com",
  role_id: 3,
  role_name: "Member",
  created_at: AT,
  expires_at: "2026-01-22T12:00:00.000Z",
  isInLog: true,
  ...more,
});

const LAST_SEEN = Date.UTC(2026, 0, 3, 12);

/** No other member has confirmed the log for a week. */
export const QUIET: TeamDoubt = {
  teamId: TEAM_ID,
  alarm: null,
  waitsFor: [
    { email: "bob@example.com", at: LAST_SEEN },
    { email: "cat@example.com", at: 0 },
  ],
};

/** Bob has signed another history. */
export const FORKED: TeamDoubt = {
  teamId: TEAM_ID,
  alarm: {
    ...{ code: "log_forked", at: Date.UTC(2026, 0, 15, 12), by: "bob@example.com", evidence: '{ "what": "coffer-team-log" }' },
    theirs: { size: 12, root: "1".repeat(64) },
    own: { size: 12, root: "2".repeat(64) },
  },
  waitsFor: [],
};

interface World {
  readonly flags?: readonly PermissionFlag[];
  readonly roleId?: number;
  readonly team?: PartOf<Client["team"]>;
  readonly account?: PartOf<Client["account"]>;
  readonly vault?: PartOf<Client["vault"]>;
  readonly signedIn?: boolean;
  readonly at?: string;
  /** The pattern of the page's address. */
  readonly path?: string;
  /** What every other address shows. */
  readonly next?: ReactNode;
}

export async function renderTeam(
  page: ReactNode,
  { flags = [], roleId = 3, team = {}, account = {}, vault = {}, signedIn = true, at = "/", path = "*", next = null }: World = {},
) {
  const session = { ...ANN, roleId, teamId: TEAM_ID, permissions: permissionsWhere((flag) => flags.includes(flag)) };
  const client = fakeClient({
    session: signedIn ? session : null,
    account,
    vault: { contents: () => null, ...vault },
    team: { refreshMembership: async () => undefined, formerMemberAccess: async () => [], ...team },
  });
  await renderApp(
    <PageSearchProvider>
      <Search />
      <Suspense>
        <Routes>
          <Route path={path} element={page} />
          <Route path="/*" element={next} />
        </Routes>
      </Suspense>
    </PageSearchProvider>,
    { client, at },
  );
}

/** Where the header would be. */
function Search() {
  const { text, setText } = usePageSearch();
  return <input aria-label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

/** A verb that keeps what it was asked. */
export const asked = <T,>(answer: T) => vi.fn(async (_?: unknown): Promise<T> => answer);
export const failing = () => Promise.reject(new Error("boom"));

/** Looks for what no member and no invitation of a page has. Some of each are there: "none" would be untrue. */
export async function expectNothingFound(): Promise<void> {
  await expect.element(page.getByText("bob@example.com").first()).toBeVisible();
  await page.getByLabelText("Search").fill("zzz");
  await expect.element(page.getByText("No members match your search.")).toBeVisible();
  await page.getByRole("tab", { name: "Pending Invitations" }).click();
  await expect.element(page.getByText("No invitations match your search.")).toBeVisible();
  await expect.element(page.getByText("No pending invitations")).not.toBeInTheDocument();
}
