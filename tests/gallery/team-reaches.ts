/** How one comes to what the server, or a link, makes of a team's screens. */
import type { Page, Route } from "@playwright/test";
import { encodeInvitation } from "../../packages/core/src/account/invitation-link.ts";

/** Of a team that waits for a yes of the account that is empty. @param words - that its page shows */
const followInto = (path: string, more: object, words: string | RegExp) => async (page: Page) => {
  const { origin } = new URL(page.url());
  const [email, team_name, role_name, expires_at] = ["empty@example.com", "Engineering", "Member", new Date().toISOString()];
  const invitation = { email, team_name, role_name, expires_at, invited_by_email: "grace@example.com", userExists: true, ...more };
  await page.route("**/api/team/validate-invitation", (route) => route.fulfill({ json: { success: true, invitation } }), { times: 2 });
  await page.goto(`${origin}${path}`);
  await page.getByText(words).first().waitFor();
};
const [ACCEPTING, REGISTERING] = ["/accept-invitation?token=shown", `/register?token=${encodeInvitation({ token: "shown" })}`];
export const followHandedOver = followInto(ACCEPTING, { is_mailed: false }, /You are invited to|invites you to the team/);
export const followMailed = followInto(ACCEPTING, { is_mailed: true }, "invites you to the team");
export const followOther = followInto(ACCEPTING, { is_mailed: true, email: "else@example.com" }, "This invitation is for");
export const registerIntoTeam = followInto(REGISTERING, { is_mailed: true, userExists: false }, "invites you to the team");

export const followVoid = async (page: Page) => {
  await page.goto(`${new URL(page.url()).origin}${ACCEPTING}`);
  await page.getByText("Invalid or expired invitation link.").waitFor();
};

/** The server shows no log any more of a team that was accepted. */
export const hideLog = async (page: Page) => {
  const asIs = async (route: Route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), entries: [] } });
  await page.route(/\/api\/teams\/[^/]+\/log/, asIs);
  await page.reload();
  await page.getByText("a different history of this team").waitFor();
};

/** No other member has left a mark of the team's log for a week. */
export const hideMarks = async (page: Page) => {
  await page.route(/\/api\/teams\/[^/]+\/marks/, (route) => route.fulfill({ json: { success: true, marks: [] } }));
  await page.reload();
  await page.getByRole("status", { name: "Your team is waiting for another member" }).waitFor();
};

/** The server lists a person whom no one invited. */
export const addStranger = async (page: Page) => {
  await page.route(/\/api\/teams?\/[^/]*\/?members$/, async (route) => {
    const json = await (await route.fetch()).json();
    const [first] = json.activeMembers;
    const id = "99999999-9999-4999-8999-999999999999";
    await route.fulfill({
      json: { ...json, activeMembers: [...json.activeMembers, { ...first, id, user_id: id, email: "stranger@example.net" }] },
    });
  });
  await page.reload();
  await page.getByRole("region", { name: "Not confirmed" }).waitFor();
};

/** No email has shown that the address of a member is theirs. */
export const leaveUnproven = async (page: Page) => {
  await page.route(/\/api\/teams?\/[^/]*\/?members$/, async (route) => {
    const json = await (await route.fetch()).json();
    const activeMembers = json.activeMembers.map((member: object, at: number) =>
      at === 0 ? member : { ...member, address_proven: false },
    );
    await route.fulfill({ json: { ...json, activeMembers } });
  });
  await page.reload();
  await page.getByText("Address not proven").first().waitFor();
};

/** The server leaves a share out that its owner has not ended. */
export const hideShare = async (page: Page) => {
  await page.route("**/api/share/items/shared-by-me", async (route) => {
    const rows: readonly object[] = await (await route.fetch()).json();
    await route.fulfill({ json: rows.slice(1) });
  });
  await page.reload();
  await page.getByText("The server does not list this share").first().waitFor();
};

export const askForRole = async (page: Page) => {
  const roles = page.getByRole("combobox", { name: /^Role of/ });
  await roles.first().selectOption({ label: "Team Admin" });
  await page.getByRole("alertdialog").waitFor();
};

/** Bob, with whom something is shared as a person too. */
export const removeMember = async (page: Page) => {
  await page.getByRole("button", { name: /^Remove bob/ }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "What they can open through the team" }).waitFor();
};

/** The only administrator wants to leave. */
export const handOver = async (page: Page) => {
  await page.getByRole("tab", { name: "Active Members" }).getByText(/\d/).waitFor();
  await page.getByRole("button", { name: "Leave Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave the team" });
  await dialog.getByRole("radio").first().check();
};
