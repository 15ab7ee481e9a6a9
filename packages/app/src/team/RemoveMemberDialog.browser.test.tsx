/** Removing a member: what it shows first, what is ended in the same step, and what is said afterwards. */
import type { MemberAccess, ShareRow } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../testing/sample-items.ts";
import { aShare } from "../testing/sample-shares.ts";
import { ADMIN_ROLE, aMember, asked, failing, MEMBER_ROLE, renderTeam } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { MemberTable } from "./MemberTable.tsx";

const BOB = "bob@example.com";
const aRow = (name: string, more: Partial<ShareRow> = {}): ShareRow => aShare(name, { person: BOB, known: "verified", ...more });

const DOOR = aRow("Door");
const ROUTER = { id: crypto.randomUUID(), title: "Router" };
const ofTeam = (name: string, by: string | null) => ({ ...aRow(name, { isTeam: true, kind: "category" }), by });
const ACCESS: MemberAccess = {
  isKnown: true,
  throughTeam: [ofTeam("Servers", null), ofTeam("Prices", "ann@example.com")],
  theirs: [aRow("Bob's list")],
  inPerson: [DOOR],
  passwords: [ROUTER],
  othersHave: [],
};
const NOTHING: MemberAccess = { isKnown: true, throughTeam: [], theirs: [], inPerson: [], passwords: [], othersHave: [] };

const dialog = page.getByRole("dialog", { name: "Remove member" });
const part = (name: string | RegExp) => dialog.getByRole("region", { name });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function open(
  access: () => Promise<MemberAccess>,
  more: Parameters<typeof aMember>[1] = {},
  removal: () => Promise<undefined> = async () => undefined,
  items: readonly Item[] = [],
) {
  const member = aMember(BOB, more);
  const removeMember = vi.fn(async (_?: unknown) => removal());
  const memberAccess = asked(undefined);
  await renderTeam(<MemberTable members={[member]} teamId={null} roles={[ADMIN_ROLE, MEMBER_ROLE]} mayGiveRoles mayRemove />, {
    flags: ["manage_team", "invite_members", "remove_members"],
    vault: { contents: () => ({ items, vaults: [], trash: [] }) as never, versions: async () => ({ asked: 0, older: 1 }) as never },
    team: {
      removeMember,
      memberAccess: async (of) => {
        await memberAccess(of);
        return access();
      },
    },
  });
  await press(`Remove ${BOB}`);
  return { member, removeMember, memberAccess };
}

describe("before someone is removed", () => {
  it("one page shows what they can open, by whom, what they share, and what they may have kept", async () => {
    const { removeMember, memberAccess } = await open(async () => ACCESS);
    const question = `Are you sure you want to remove ${BOB} from the team? They will lose access to shared items in Team Vault.`;
    await expect.element(dialog.getByText(question)).toBeVisible();
    const through = part("What they can open through the team");
    const things = () =>
      through
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(things).toEqual(["ServersVault", "PricesVaultby ann@example.com"]);
    await expect.element(through).toHaveTextContent("closes to them immediately and gets new keys");
    await expect.element(part("What you share with them as a person")).toHaveTextContent("Door");
    const kept = part("1 password of yours that they may have kept");
    await expect.element(kept).toHaveTextContent("Router");
    // Changed before they are out, it would be open to them too.
    expect(kept.getByRole("link").elements()).toEqual([]);
    await expect.element(dialog.getByText("What they shared with the team ends: Bob's list.", { exact: false })).toBeVisible();
    expect(memberAccess).toHaveBeenCalledWith({ email: BOB, teamId: null });
    await press("Cancel");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(removeMember).not.toHaveBeenCalled();
  });

  it.each([
    ["nothing", async () => NOTHING, {}, "Nothing is shared with the team."],
    [
      "waits for the key",
      async () => NOTHING,
      { isKeyPending: true },
      "They are still waiting for the team's key, and could not open anything yet.",
    ],
    ["another team", async () => ({ ...NOTHING, isKnown: false }), {}, "You are not in this team, so only its members see what that is."],
    ["unread", failing, {}, "What that is could not be read just now."],
  ] as const)("says why there is no list: %s", async (_, access, more, sentence) => {
    const { removeMember } = await open(access, more);
    await expect.element(part("What they can open through the team")).toHaveTextContent(sentence);
    expect(part("What you share with them as a person").elements()).toEqual([]);
    await press("Remove");
    await seeToast("Member removed from team successfully");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(removeMember).toHaveBeenCalledWith(expect.objectContaining({ ending: [] }));
  });

  it("nothing is pressed before it is there to be read", async () => {
    const access = Promise.withResolvers<MemberAccess>();
    await open(() => access.promise);
    await expect.element(dialog.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
    access.resolve(ACCESS);
    await expect.element(dialog.getByRole("button", { name: "Remove", exact: true })).toBeEnabled();
  });
});

describe("earlier versions of what the user shares with them as a person", () => {
  const door = anItem("Door", { id: DOOR.itemId, revision: 3, scopeId: crypto.randomUUID() });
  const going = dialog.getByText(/deletes the earlier versions/);
  const read = (access: MemberAccess, item: Item) =>
    open(
      async () => access,
      {},
      async () => undefined,
      [item],
    );

  it("go with the last share of it: that is said as long as it is to end", async () => {
    await read(ACCESS, door);
    await expect
      .element(going)
      .toHaveTextContent('Ending the last share deletes the earlier versions of "Door". Only what it holds now is kept.');
    await dialog.getByRole("checkbox", { name: "End this as well" }).click();
    await expect.element(going).not.toBeInTheDocument();
  });

  it.each([
    ["someone else has it too", { ...ACCESS, othersHave: [DOOR.itemId] }, door],
    ["it was saved once", ACCESS, { ...door, revision: 1 }],
  ])("stay where %s, and nothing is said", async (_, access, item) => {
    await read(access, item);
    await expect.element(part("What you share with them as a person")).toBeVisible();
    await expect.element(going).not.toBeInTheDocument();
  });
});

describe("with the same press", () => {
  it("ends what the user shares with them as a person, and names what to change, each with a way to it", async () => {
    const { member, removeMember } = await open(async () => ACCESS);
    await expect.element(part("What you share with them as a person")).toBeVisible();
    await press("Remove");
    await seeToast("Member removed from team successfully");
    const shown = { itemId: DOOR.itemId, person: BOB, isTeam: false, permission: "read" };
    expect(removeMember).toHaveBeenCalledWith({ id: member.id, userId: member.user_id, teamId: null, ending: [{ id: DOOR.id, shown }] });
    const after = page.getByRole("dialog", { name: `Change what ${BOB} knew` });
    await expect.element(after.getByRole("link", { name: "Router" })).toHaveAttribute("href", `/passwords?item=${ROUTER.id}`);
    await press("Done");
    await expect.element(after).not.toBeInTheDocument();
  });

  it("stays until it is done: Escape would close what says which passwords to change", async () => {
    const answer = Promise.withResolvers<undefined>();
    const { removeMember } = await open(
      async () => ACCESS,
      {},
      () => answer.promise,
    );
    await expect.element(part("What you share with them as a person")).toBeVisible();
    await press("Remove");
    await expect.poll(() => removeMember.mock.calls.length).toBe(1);
    await userEvent.keyboard("{Escape}");
    answer.resolve(undefined);
    await expect.element(page.getByRole("dialog", { name: `Change what ${BOB} knew` })).toBeVisible();
  });

  it("that is refused leaves the page and its choices for another try", async () => {
    const { removeMember } = await open(async () => ACCESS, {}, failing);
    await dialog.getByRole("checkbox", { name: "End this as well" }).click();
    await press("Remove");
    await seeToast("Failed to remove member from team");
    await expect.element(dialog.getByRole("checkbox", { name: "End this as well" })).not.toBeChecked();
    await press("Remove");
    await expect.poll(() => removeMember.mock.calls.length).toBe(2);
  });

  it("leaves that as it is where the user says so", async () => {
    const { removeMember } = await open(async () => ACCESS);
    await dialog.getByRole("checkbox", { name: "End this as well" }).click();
    await expect.element(dialog.getByText("They can still open it when they are out of the team.")).toBeVisible();
    await press("Remove");
    await seeToast("Member removed from team successfully");
    expect(removeMember).toHaveBeenCalledWith(expect.objectContaining({ ending: [] }));
  });
});
