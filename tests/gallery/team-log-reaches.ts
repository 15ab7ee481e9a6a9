/** What a team's page shows when its log is not as it should be: made by real clients, and by what the page's server keeps back. */
import { expect, type Page, type Route } from "@playwright/test";
import type { Client } from "../../packages/client/src/index.ts";
import { NO_PERMISSIONS } from "../../packages/core/src/team/permissions.ts";
import type { Product } from "../journeys/world.ts";
import { COLLEAGUE, emailOf, signedIn, signedUp } from "./accounts.ts";

const LOG = /\/api\/teams\/[^/]+\/log/;
const DAY_MS = 86_400_000;

async function asLead(product: Product, work: (lead: Client, teamId: string) => Promise<void>): Promise<void> {
  const lead = await signedIn(product, emailOf("lead"));
  await work(lead, lead.session?.teamId ?? "");
  await lead.account.logout();
}

/** A member has left, and no administrator's app has made the next key yet: the server takes none from this page. */
export const waitForKey = async (page: Page, product: Product): Promise<void> => {
  const refuse = (route: Route) => (route.request().method() === "POST" ? route.fulfill({ status: 503, body: "" }) : route.continue());
  await page.route(LOG, refuse);
  const email = `guest-${Date.now()}@example.com`;
  const guest = await signedUp(product, email, await product.invite());
  await asLead(product, async (lead, teamId) => {
    const link = new URL((await lead.team.invite({ email, teamId, roleId: 0, by: "link" })) ?? "");
    await guest.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
    await expect.poll(() => lead.team.ownTeamStatus().then(() => guest.team.ownTeamStatus()), { timeout: 30_000 }).toBe("open");
  });
  await guest.team.leaveTeam();
  await guest.account.logout();
  await page.reload();
  await page.getByRole("region", { name: "The team's next key" }).waitFor();
};

/** How often a member has come a day later: marks are left once a day. */
let days = 0;

/** Another member has signed more of the team's log than the server shows on this page. Begins on a page without the team: what the visit before has left is over by then. */
export const stopTeam = async (page: Page, product: Product): Promise<void> => {
  let size: number | undefined;
  await page.route(LOG, async (route) => {
    const since = Number(new URL(route.request().url()).searchParams.get("since") ?? 0);
    const json = (await (await route.fetch()).json()) as { readonly entries?: readonly object[] };
    const { entries = [] } = json;
    size ??= since + entries.length;
    await route.fulfill({ json: { ...json, entries: entries.slice(0, Math.max(0, size - since)) } });
  });
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/team`);
  await expect.poll(() => size, { timeout: 30_000 }).toBeDefined();
  await writeEntry(product);
  const later = ++days * DAY_MS;
  const bob = await signedIn(product, COLLEAGUE, () => Date.now() + later);
  await bob.team.ownTeamStatus();
  await bob.account.logout();
  await page.reload();
  await page.getByRole("alert", { name: "Sharing with the team is stopped" }).waitFor();
};

/** By a device of the lead that cannot note it for the account: the page would know that it was shown an older log. */
async function writeEntry(product: Product): Promise<void> {
  const lead = await signedIn(product, emailOf("lead"), Date.now, async (input, init) => {
    if (String(input).endsWith("/vault/commit")) throw new TypeError("fetch failed");
    return fetch(input, init);
  });
  const name = `Role of ${Date.now()}`;
  await lead.team.createRole({ name, description: "", permissions: NO_PERMISSIONS });
  await lead.team.deleteRole({ id: (await lead.team.roles()).find((role) => role.name === name)?.id ?? 0 });
  await lead.account.logout();
}
