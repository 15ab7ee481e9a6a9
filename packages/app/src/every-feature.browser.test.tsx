/**
 * Every verb of the sharing and the team feature, made to fail: a sentence says so, and the same press asks again. Generated from ACTS: a new verb of either feature does not
 * compile until it is said where its failure is met. (Those of the vault and of the transfer feature: every-verb; those of the account: account/settings/every-verb.)
 */
import type { Client, TeamPeople } from "@coffer/client";
import type { PermissionFlag } from "@coffer/core/team/permissions";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { SharingCenterPage } from "./sharing/SharingCenterPage.tsx";
import { RolesPage } from "./team/RolesPage.tsx";
import { TeamPage } from "./team/TeamPage.tsx";
import type { PartOf } from "./testing/fake-client.ts";
import { noConnection } from "./testing/no-connection.ts";
import { anItem } from "./testing/sample-items.ts";
import { aShare } from "./testing/sample-shares.ts";
import { ADMIN_ROLE, aMember, aRole, aTeam, FORKED, MEMBER_ROLE, QUIET, renderTeam, TEAM_ID } from "./testing/team-world.tsx";
import { renderVault } from "./testing/vault-world.tsx";

type Verb = `sharing.${keyof Client["sharing"]}` | `team.${keyof Client["team"]}`;
type Failing = () => Promise<never>;

interface Act {
  readonly draw: (failing: Failing) => Promise<unknown>;
  /** Sets the verb going, as often as one likes. */
  readonly press: () => Promise<unknown>;
  /** Before the first press; where absent the press is all. */
  readonly fill?: () => Promise<unknown>;
  /** What was typed is there. */
  readonly stays?: () => Promise<unknown>;
}

const BANK = anItem("Bank");
const ROW = aShare("Bank", { itemId: BANK.id });
const BOB = {
  accountId: crypto.randomUUID(),
  email: "bob@example.com",
  publicKey: "AA",
  safetyNumber: Array(12).fill("12345").join(" "),
  known: "unverified",
} as const;
const STRANGER = aMember("stranger@example.com");
const WAITING = { userId: crypto.randomUUID(), email: "waiting@example.com", roleId: 3, isCompared: false };
const RECRUITER = aRole(100, "Recruiter", ["invite_members"]);
const PEOPLE: TeamPeople = {
  status: "open",
  members: [aMember("bob@example.com")],
  toConfirm: [],
  keyKeptBy: [],
  mustHandOver: false,
  unconfirmed: [STRANGER],
  invitations: [],
  roles: [ADMIN_ROLE, MEMBER_ROLE],
};

const button = (name: string | RegExp) => page.getByRole("button", { name });
const agree = (label: string) => page.getByRole("alertdialog").getByRole("button", { name: label, exact: true }).click();
const choose = async (list: RegExp, name: string) => {
  await button(list).click();
  await page.getByRole("menuitemradio", { name }).click();
};
const shares =
  (verbs: (failing: Failing) => PartOf<Client["sharing"]>, at = "/sharing-center") =>
  (failing: Failing) =>
    renderVault(<SharingCenterPage />, {
      items: [BANK],
      at,
      features: {
        sharing: { sharedByMe: async () => [ROW], sharedWithMe: async () => [], knownEmails: async () => [], ...verbs(failing) },
      },
    });
const team =
  (
    verbs: (failing: Failing) => PartOf<Client["team"]>,
    people: Partial<TeamPeople> = {},
    roleId = 2,
    flags: readonly PermissionFlag[] = [],
  ) =>
  (failing: Failing) =>
    renderTeam(<TeamPage />, {
      ...{ roleId, flags, at: `/team/${TEAM_ID}`, path: "/team/:teamId" },
      team: {
        team: async () => aTeam("Engineering", { role_id: roleId }),
        people: async () => ({ ...PEOPLE, ...people }),
        ...verbs(failing),
      },
    });

/** Where a test of its page makes it fail once, says what is said, and presses again. */
const BY_ITS_PAGE = (file: string) => `fails and is asked for again in ${file}`;
const MEMBERS = BY_ITS_PAGE("team/ManageMembersPage.browser.test.tsx");
const TEAMS = BY_ITS_PAGE("team/TeamsPage.browser.test.tsx");
const ONE_TEAM = BY_ITS_PAGE("team/TeamPage.browser.test.tsx");
const ROLES = BY_ITS_PAGE("team/RolesPage.browser.test.tsx");
const PROMISED = BY_ITS_PAGE("sharing/PromisedShares.browser.test.tsx");
const CENTER = BY_ITS_PAGE("sharing/SharingCenter.browser.test.tsx");

const ACTS: Record<Verb, Act | string> = {
  "sharing.setPermission": {
    draw: shares((setPermission) => ({ setPermission })),
    press: async () => {
      await choose(/^Access level of bob/, "Write");
      await agree("Update");
    },
  },
  "sharing.setExpiry": {
    draw: shares((setExpiry) => ({ setExpiry })),
    press: async () => {
      await choose(/^Expiration for bob/, "30 days");
      await agree("Update");
    },
  },
  "sharing.findPerson": {
    draw: shares((findPerson) => ({ findPerson })),
    press: async () => {
      await userEvent.keyboard("{Escape}");
      await button(/^Compare numbers with bob/).click();
    },
  },
  "sharing.trustPerson": {
    draw: shares((trustPerson) => ({ trustPerson, findPerson: async () => BOB })),
    fill: () => button(/^Compare numbers with bob/).click(),
    press: () => button("The numbers are the same").click(),
    stays: () => expect.element(page.getByTestId("safety-number")).toHaveTextContent("12345 12345"),
  },
  "sharing.sharedWithMe": {
    draw: shares((sharedWithMe) => ({ sharedWithMe }), "/sharing-center"),
    press: async () => {
      await page.getByRole("tab", { name: "Shared by Me" }).click();
      await page.getByRole("tab", { name: "Shared with Me" }).click();
    },
  },
  "sharing.sharedByMe": CENTER,
  "sharing.itemsByOthers": "asked for next to a vault's contents; without it the vault is shown as before",
  "sharing.vaultTrouble": "asked for next to a vault's contents; without it the vault is shown as before",
  "sharing.giveBack": BY_ITS_PAGE("vault/vaults/ItemsByOthers.browser.test.tsx"),
  "sharing.keepItems": BY_ITS_PAGE("vault/vaults/ItemsByOthers.browser.test.tsx"),
  "sharing.restoreVault": BY_ITS_PAGE("vault/vaults/SharedTrouble.browser.test.tsx"),
  "sharing.restoreShared": BY_ITS_PAGE("vault/repair/TroubleNote.browser.test.tsx"),
  "sharing.hideShares": BY_ITS_PAGE("sharing/HiddenShares.browser.test.tsx"),
  "sharing.showShares": BY_ITS_PAGE("sharing/HiddenShares.browser.test.tsx"),
  "sharing.revoke": CENTER,
  "sharing.share": "of one item; the dialog shares them together",
  "sharing.shareMany": CENTER,
  "sharing.promisedShares": "what waits for people without an account; without it the list is shown as before",
  "sharing.promiseShares": PROMISED,
  "sharing.keepPromise": PROMISED,
  "sharing.withdrawPromise": PROMISED,
  "sharing.knownEmails": "offers addresses while one is typed; without them one types",
  "sharing.missingShares": "counts what is missing next to the pill, which says why",
  "team.updateRole": {
    draw: (updateRole) =>
      renderTeam(<RolesPage />, {
        flags: ["manage_roles", "invite_members", "manage_team"],
        roleId: 200,
        team: { roles: async () => [ADMIN_ROLE, MEMBER_ROLE, RECRUITER], updateRole },
      }),
    fill: async () => {
      await button("Edit role Recruiter").click();
      await page.getByLabelText("Description").fill("Asks");
    },
    press: () => page.getByRole("dialog").getByRole("button", { name: "Save Changes", exact: true }).click(),
    stays: () => expect.element(page.getByLabelText("Description")).toHaveValue("Asks"),
  },
  "team.confirmMember": {
    draw: team((confirmMember) => ({ confirmMember })),
    press: async () => {
      await button("Confirm stranger@example.com").click();
      await agree("Confirm");
    },
    stays: () => expect.element(page.getByRole("region", { name: "Not confirmed" })).toHaveTextContent("stranger@example.com"),
  },
  "team.letIn": {
    draw: team((letIn) => ({ letIn }), { toConfirm: [{ ...WAITING, kind: "let-in" }] }),
    press: () => button("Let in waiting@example.com").click(),
    stays: () => expect.element(page.getByRole("region", { name: "To confirm" })).toHaveTextContent("waiting@example.com"),
  },
  "team.takeOut": {
    draw: team((takeOut) => ({ takeOut }), { toConfirm: [{ ...WAITING, kind: "gone" }] }, 2, ["remove_members"]),
    press: () => button("Take out waiting@example.com").click(),
    stays: () => expect.element(page.getByRole("region", { name: "To confirm" })).toHaveTextContent("waiting@example.com"),
  },
  "team.drawKey": {
    draw: team((drawKey) => ({ drawKey }), { keyKeptBy: ["gone@example.com"] }, 2, ["remove_members"]),
    press: async () => {
      await button("Make a new key").click();
      await agree("Make a new key");
    },
    stays: () => expect.element(page.getByRole("region", { name: "The team's next key" })).toHaveTextContent("gone@example.com"),
  },
  "team.goOnAlone": {
    draw: team((goOnAlone) => ({ goOnAlone, ownTeamDoubt: async () => QUIET })),
    press: () => button("Go On for 7 Days").click(),
  },
  "team.askForLog": {
    draw: team((askForLog) => ({ askForLog, ownTeamDoubt: async () => FORKED })),
    press: () => button("Ask Again").click(),
  },
  "team.goOnWithThisLog": {
    draw: team((goOnWithThisLog) => ({ goOnWithThisLog, ownTeamDoubt: async () => FORKED })),
    press: async () => {
      await button("Go On").click();
      await agree("Go On");
    },
  },
  "team.startLog": {
    draw: team((startLog) => ({ startLog }), { status: "without-log", members: [], unconfirmed: [] }, 1, ["manage_teams"]),
    press: () => button("Start the Log").click(),
  },
  "team.joinTeam": {
    draw: team((joinTeam) => ({ joinTeam }), { status: "unsolicited", members: [], unconfirmed: [] }),
    press: () => button("Join Team").click(),
  },
  "team.leaveTeam": {
    draw: team((leaveTeam) => ({ leaveTeam }), {}, 3),
    press: async () => {
      await button("Leave Team").click();
      await agree("Leave");
    },
    stays: () => expect.element(page.getByRole("heading", { name: "Engineering" })).toBeVisible(),
  },
  "team.leaveTeamTo": ONE_TEAM,
  "team.teams": TEAMS,
  "team.createTeam": TEAMS,
  "team.updateTeam": TEAMS,
  "team.deleteTeam": TEAMS,
  "team.refreshStorage": TEAMS,
  "team.team": ONE_TEAM,
  "team.people": ONE_TEAM,
  "team.availableUsers": ONE_TEAM,
  "team.addMember": ONE_TEAM,
  "team.giveRole": MEMBERS,
  "team.removeMember": MEMBERS,
  "team.deleteUser": MEMBERS,
  "team.removeMfa": MEMBERS,
  "team.invite": MEMBERS,
  "team.revokeInvitation": MEMBERS,
  "team.roles": ROLES,
  "team.createRole": ROLES,
  "team.deleteRole": ROLES,
  "team.acceptInvitation": BY_ITS_PAGE("team/AcceptInvitationPage.browser.test.tsx"),
  "team.joinInvited": BY_ITS_PAGE("team/AcceptInvitationPage.browser.test.tsx"),
  "team.refreshMembership": "menus follow what the user may do now; what they may not is refused anyway",
  "team.maintain": "done unasked, every few seconds",
  "team.memberAccess": "what the question of removing shows; without an answer it says so, and removes all the same",
  "team.formerMemberAccess": "a note next to the members; the next look at the team asks again",
  "team.ownTeamDoubt": "a note above the members; without an answer sharing itself says what is in doubt",
  "team.ownTeamStatus": "whether one can share with the own team; without an answer it is not offered",
  "team.rememberInvitation": "remembers a link until its owner has signed in; the joining itself is asked for by its page",
};

const PATIENCE = { timeout: 10_000 };
const said = () => [...document.querySelectorAll("[role=alert], [data-toast]")].map(({ textContent }) => textContent ?? "").join(" ");

describe("every verb fails, and the screen stays usable", () => {
  const every = Object.entries(ACTS).flatMap(([verb, act]) => (typeof act === "string" ? [] : [[verb, act] as const]));
  it.each(every)("%s", async (_, act) => {
    const failing = vi.fn(() => Promise.reject(noConnection()));
    await act.draw(failing);
    await act.fill?.();
    await act.press();
    await expect.poll(said, PATIENCE).toMatch(/no connection/i);
    await act.stays?.();
    const before = failing.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    await act.press();
    await expect.poll(() => failing.mock.calls.length, PATIENCE).toBeGreaterThan(before);
    await act.stays?.();
  });

  it("or its page makes it fail: the file that is named does", () => {
    const files = import.meta.glob<string>(["./{team,sharing,vault/vaults,vault/repair}/*.browser.test.tsx"], {
      query: "?raw",
      import: "default",
      eager: true,
    });
    const named = Object.entries(ACTS).flatMap(([verb, act]) => {
      const file = typeof act === "string" && / in (\S+\.browser\.test\.tsx)$/.exec(act)?.[1];
      return file ? [[verb.split(".")[1] ?? "", files[`./${file}`] ?? ""] as const] : [];
    });
    expect(named.length).toBeGreaterThan(15);
    const fails = (verb: string, text: string): boolean => text.includes(verb) && /reject/i.test(text);
    expect(named.filter(([verb, text]) => !fails(verb, text))).toEqual([]);
  });
});
