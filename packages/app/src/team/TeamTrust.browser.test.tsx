/** What the signed log of a team has to do with its pages: who is not in it, what is pending, and what a person who left may have kept. */
import type { TeamPeople, TeamStatus } from "@coffer/client";
import type { PermissionFlag } from "@coffer/core/team/permissions";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aMember, asked, aTeam, MEMBER_ROLE, renderTeam, TEAM_ID } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { TeamPage } from "./TeamPage.tsx";

const STRANGER = aMember("stranger@example.com");
const PEOPLE: TeamPeople = {
  status: "open",
  members: [aMember("bob@example.com", { isKeyPending: true }), aMember("cat@example.com", { isVerified: true })],
  toConfirm: [],
  keyKeptBy: [],
  mustHandOver: false,
  unconfirmed: [STRANGER],
  invitations: [],
  roles: [ADMIN_ROLE, MEMBER_ROLE],
};
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];

const open = (people: Partial<TeamPeople> = {}, team: Verbs = {}, roleId = 2, flags: readonly PermissionFlag[] = []) =>
  renderTeam(<TeamPage />, {
    ...{ roleId, flags, at: `/team/${TEAM_ID}`, path: "/team/:teamId" },
    team: { team: async () => aTeam("Engineering", { role_id: roleId }), people: async () => ({ ...PEOPLE, ...people }), ...team },
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("says whose key is pending, and whose was proven", async () => {
  await open();
  await expect.element(page.getByRole("row", { name: /bob@example.com/ })).toHaveTextContent("Key pending");
  await expect.element(page.getByRole("row", { name: /cat@example.com/ })).toHaveTextContent("Verified");
  await expect.element(page.getByRole("row", { name: /bob@example.com/ })).not.toHaveTextContent("Verified");
});

describe("the team's next key", () => {
  const missing = page.getByRole("region", { name: "The team's next key" });

  it("is said to be missing after a person left, with whom it waits for; an administrator can make it", async () => {
    const drawKey = asked(undefined);
    await open({ keyKeptBy: ["gone@example.com"] }, { drawKey }, 2, ["remove_members"]);
    await expect.element(missing).toHaveTextContent("gone@example.com left");
    await expect.element(missing).toHaveTextContent("This app makes it by itself as soon as it can; you can also make it now.");
    await button("Make a new key").click();
    expect(drawKey).not.toHaveBeenCalled();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make a new key", exact: true }).click();
    expect(drawKey).toHaveBeenCalledWith({ teamId: TEAM_ID });
    await seeToast("The team has a new key");
  });

  it("can be made by an administrator to whom the present one never came", async () => {
    await open({ status: "key-pending" }, {}, 2, ["remove_members"]);
    await expect.element(missing).toHaveTextContent("If no one who has the key comes online, you can make a new one.");
  });

  it("is no question for a member whose key has yet to come", async () => {
    await open({ status: "key-pending" }, {}, 3);
    await expect.element(page.getByText(/The team's key is on its way/)).toBeVisible();
    await expect.element(missing).not.toBeInTheDocument();
  });
});

describe("a person whom the log does not have", () => {
  it("is listed apart from the members, and becomes one when that is confirmed", async () => {
    const confirmMember = asked(undefined);
    await open({}, { confirmMember });
    const apart = page.getByRole("region", { name: "Not confirmed" });
    await expect.element(apart).toHaveTextContent("stranger@example.com");
    await expect.element(page.getByRole("table", { name: "Active members" })).not.toHaveTextContent("stranger@example.com");
    // Their role is not written in the colour of the warning around them.
    const colour = (words: ReturnType<typeof page.getByText>) => getComputedStyle(words.element()).color;
    expect(colour(apart.getByText("Member", { exact: true }))).not.toBe(colour(apart.getByText(/on the server's list/)));
    await button("Confirm stranger@example.com").click();
    expect(confirmMember).not.toHaveBeenCalled();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent("Member allows to manage nothing.");
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirm", exact: true }).click();
    const { permissions: allows } = MEMBER_ROLE;
    expect(confirmMember).toHaveBeenCalledWith({ teamId: TEAM_ID, userId: STRANGER.user_id, email: STRANGER.email, roleId: 3, allows });
    await seeToast("stranger@example.com is a member now");
  });

  it("is removed by a user who may, and who does not know them", async () => {
    const removeMember = asked(undefined);
    await open({}, { removeMember }, 2, ["remove_members"]);
    const apart = page.getByRole("region", { name: "Not confirmed" });
    await expect.element(apart).toHaveTextContent("Confirm only whom you know, and remove the others.");
    await apart.getByRole("button", { name: "Remove stranger@example.com" }).click();
    expect(removeMember).not.toHaveBeenCalled();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
    expect(removeMember).toHaveBeenCalledWith({ id: STRANGER.id, userId: STRANGER.user_id, teamId: TEAM_ID });
    await seeToast("Member removed from team successfully");
  });

  it("is left to others by a user who may not remove anyone", async () => {
    await open();
    await expect.element(button("Confirm stranger@example.com")).toBeVisible();
    await expect.element(button("Remove stranger@example.com")).not.toBeInTheDocument();
  });

  it("is not shown to a user who cannot confirm them", async () => {
    await open({}, {}, 3);
    await expect.element(page.getByText("bob@example.com")).toBeVisible();
    await expect.element(page.getByText("stranger@example.com")).not.toBeInTheDocument();
  });
});

describe("a team that is not believed", () => {
  it.each([
    ["without-log", "No one signed the creation of this team"],
    ["not-believed", "a different history of this team"],
    ["key-pending", "The team's key is on its way"],
  ] as const)("says so: %s", async (status: TeamStatus, words) => {
    await open({ status, members: [], unconfirmed: [STRANGER] });
    await expect.element(page.getByRole("status").filter({ hasText: words })).toBeVisible();
    await expect.element(page.getByText("stranger@example.com")).not.toBeInTheDocument();
  });

  it("is joined when its member says so, and not before", async () => {
    const joinTeam = asked(undefined);
    await open({ status: "unsolicited", members: [], unconfirmed: [] }, { joinTeam });
    await expect.element(page.getByText(/Join it only if you know who added you/)).toBeVisible();
    await expect.element(page.getByText("No members yet")).not.toBeInTheDocument();
    expect(joinTeam).not.toHaveBeenCalled();
    await button("Join Team").click();
    await seeToast("You have joined Engineering");
    expect(joinTeam).toHaveBeenCalledOnce();
  });
});

describe("a team from before there were logs", () => {
  const old = { status: "without-log" as const, members: [], unconfirmed: [STRANGER] };

  it("gets one when a user who manages teams says so, and not before", async () => {
    const startLog = asked(undefined);
    await open(old, { startLog }, 1, ["manage_teams"]);
    await expect.element(page.getByText(/you confirm its members one by one/)).toBeVisible();
    expect(startLog).not.toHaveBeenCalled();
    await button("Start the Log").click();
    await seeToast("The team's log was started");
    expect(startLog).toHaveBeenCalledWith({ teamId: TEAM_ID });
  });

  it("says to everyone else who can start it", async () => {
    await open(old);
    await expect.element(page.getByText(/A person who manages teams can start its log/)).toBeVisible();
    await expect.element(button("Start the Log")).not.toBeInTheDocument();
  });
});

describe("roles", () => {
  const flags: readonly PermissionFlag[] = ["manage_team", "invite_members"];

  it("are given by a user whom the log has", async () => {
    await open({}, {}, 2, flags);
    await expect.element(page.getByLabelText("Role of bob@example.com")).toBeVisible();
  });

  it("are not given by a user whom it does not have: no one would believe them", async () => {
    await open({ status: "key-pending" }, {}, 2, flags);
    await expect.element(page.getByRole("row", { name: /bob@example.com/ })).toBeVisible();
    await expect.element(page.getByLabelText("Role of bob@example.com")).not.toBeInTheDocument();
  });
});

it("names what a person who left may have kept, and what they still read as a person", async () => {
  const item = crypto.randomUUID();
  const [router, door] = [
    { id: item, title: "Router" },
    { id: crypto.randomUUID(), title: "Door" },
  ];
  const formerMemberAccess = async () => [
    { email: "dan@example.com", leftAt: Date.UTC(2026, 0, 15), items: [router], still: [] },
    { email: "eve@example.com", leftAt: Date.UTC(2026, 0, 15), items: [], still: [door] },
  ];
  await open({}, { formerMemberAccess });
  const note = page.getByRole("region", { name: "Change what dan@example.com knew" });
  await expect.element(note).toHaveTextContent("1 password of yours could be read before");
  await expect.element(note.getByRole("link", { name: "Router" })).toHaveAttribute("href", `/passwords?item=${item}`);
  const still = page.getByRole("region", { name: "What eve@example.com still reads" });
  await expect.element(still).toHaveTextContent('You still share "Door" with eve@example.com as a person.');
  await expect.element(still.getByRole("link")).toHaveAttribute("href", "/sharing-center");
});

it("draws a long list of those who are not confirmed as far as the user scrolls", async () => {
  const unconfirmed = Array.from({ length: 300 }, (_, index) => aMember(`person${String(index).padStart(3, "0")}@example.com`));
  await open({ unconfirmed });
  const apart = page.getByRole("region", { name: "Not confirmed" });
  await expect.element(apart.getByText("person000@example.com")).toBeVisible();
  expect(apart.getByRole("row").elements().length).toBeLessThan(100);
});

it("says no number of members before it knows them", async () => {
  await open({}, { people: () => new Promise(() => undefined) });
  await expect.element(page.getByRole("tab", { name: /Active Members/ })).toHaveTextContent(/^Active Members$/);
});

it("says that a question to the person has to be answered first, where that keeps the team's key from being taken", async () => {
  const unanswered = Object.assign(new Error("You signed in without a code. Say first whether you know about that."), {
    name: "ClientError",
  });
  await open({}, { people: () => Promise.reject(unanswered) });
  await expect.element(page.getByRole("alert").filter({ hasText: unanswered.message }).first()).toBeVisible();
});
