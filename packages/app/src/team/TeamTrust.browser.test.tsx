/** What the signed log of a team has to do with its pages: who is not in it, what is pending, and what somebody who left may have kept. */
import type { TeamPeople, TeamStanding } from "@coffer/client";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aMember, asked, aTeam, MEMBER_ROLE, renderTeam, TEAM_ID } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { TeamPage } from "./TeamPage.tsx";

const STRANGER = aMember("stranger@example.com");
const PEOPLE: TeamPeople = {
  standing: "open",
  members: [aMember("bob@example.com", { isKeyPending: true }), aMember("cat@example.com", { isVerified: true })],
  unconfirmed: [STRANGER],
  invitations: [],
  roles: [ADMIN_ROLE, MEMBER_ROLE],
};
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];

const open = (people: Partial<TeamPeople> = {}, team: Verbs = {}, roleId = 2) =>
  renderTeam(<TeamPage />, {
    ...{ roleId, at: `/team/${TEAM_ID}`, path: "/team/:teamId" },
    team: { team: async () => aTeam("Engineering", { role_id: roleId }), people: async () => ({ ...PEOPLE, ...people }), ...team },
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("says whose key is pending, and whose was proven", async () => {
  await open();
  await expect.element(page.getByRole("row", { name: /bob@example.com/ })).toHaveTextContent("Key pending");
  await expect.element(page.getByRole("row", { name: /cat@example.com/ })).toHaveTextContent("Verified");
  await expect.element(page.getByRole("row", { name: /bob@example.com/ })).not.toHaveTextContent("Verified");
});

describe("somebody whom the log does not have", () => {
  it("stands apart from the members, and becomes one when that is confirmed", async () => {
    const confirmMember = asked(undefined);
    await open({}, { confirmMember });
    const apart = page.getByRole("region", { name: "Not confirmed" });
    await expect.element(apart).toHaveTextContent("stranger@example.com");
    await expect.element(page.getByRole("table", { name: "Active members" })).not.toHaveTextContent("stranger@example.com");
    await button("Confirm stranger@example.com").click();
    expect(confirmMember).not.toHaveBeenCalled();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirm", exact: true }).click();
    expect(confirmMember).toHaveBeenCalledWith({ teamId: TEAM_ID, userId: STRANGER.user_id, email: STRANGER.email, roleId: 3 });
    await seeToast("stranger@example.com is a member now");
  });

  it("is not shown to whoever cannot confirm them", async () => {
    await open({}, {}, 3);
    await expect.element(page.getByText("bob@example.com")).toBeVisible();
    await expect.element(page.getByText("stranger@example.com")).not.toBeInTheDocument();
  });
});

describe("a team that is not believed", () => {
  it.each([
    ["without-log", "Nobody has signed that this team was made"],
    ["not-believed", "another history of this team"],
    ["key-pending", "The team's key is on its way"],
  ] as const)("says so: %s", async (standing: TeamStanding, words) => {
    await open({ standing, members: [], unconfirmed: [STRANGER] });
    await expect.element(page.getByRole("status").filter({ hasText: words })).toBeVisible();
    await expect.element(page.getByText("stranger@example.com")).not.toBeInTheDocument();
  });

  it("is joined when its member says so, and not before", async () => {
    const joinTeam = asked(undefined);
    await open({ standing: "unsolicited", members: [], unconfirmed: [] }, { joinTeam });
    await expect.element(page.getByText(/Join it only if you know who added you/)).toBeVisible();
    expect(joinTeam).not.toHaveBeenCalled();
    await button("Join Team").click();
    await seeToast("You have joined Engineering");
    expect(joinTeam).toHaveBeenCalledOnce();
  });
});

it("names what somebody who left may have kept", async () => {
  const item = crypto.randomUUID();
  const leftBehind = async () => [{ email: "dan@example.com", leftAt: Date.UTC(2026, 0, 15), items: [{ id: item, title: "Router" }] }];
  await open({}, { leftBehind });
  const note = page.getByRole("region", { name: "Change what dan@example.com knew" });
  await expect.element(note).toHaveTextContent("1 password of yours was shared with the team before");
  await expect.element(note.getByRole("link", { name: "Router" })).toHaveAttribute("href", `/passwords?item=${item}`);
});
