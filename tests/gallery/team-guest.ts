/** A guest comes into the team and leaves it again, by real clients, while the server keeps something from the page of its lead. */
import { expect, type Page, type Route } from "@playwright/test";
import type { Client } from "../../packages/client/src/index.ts";
import type { Product } from "../journeys/world.ts";
import { COLLEAGUE, emailOf, signedIn, signedUp } from "./accounts.ts";

const LOG = /\/api\/teams\/[^/]+\/log(\?|$)/;
const [LOOKS, PAUSE_MS] = [20, 1_000];

/** With the team's key, which the colleague gives. */
async function guestOf(product: Product, colleague: Client): Promise<Client> {
  const email = `guest-${Date.now()}@example.com`;
  const guest = await signedUp(product, email, await product.invite());
  const lead = await signedIn(product, emailOf("lead"));
  const link = new URL((await lead.team.invite({ email, teamId: lead.session?.teamId ?? "", roleId: 0, by: "link" })) ?? "");
  await lead.account.logout();
  await guest.team.joinInvited({ token: link.searchParams.get("token") ?? "", fragment: link.hash });
  for (let look = 0; (await guest.team.maintain()) !== "open"; look++) {
    if (look === LOOKS) throw new Error("No one has given the guest the team's key");
    await colleague.team.maintain();
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
  return guest;
}

/** A member has left, and the lead's app cannot make the next key. */
export const holdNextKey = async (page: Page, product: Product): Promise<void> => {
  const colleague = await signedIn(product, COLLEAGUE);
  const guest = await guestOf(product, colleague);
  await page.route(LOG, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await guest.team.leaveTeam();
  await Promise.all([guest, colleague].map((client) => client.account.logout()));
  await page.reload();
  await page.getByRole("region", { name: "The team's next key" }).waitFor();
};

const BY_ME = "**/api/share/items/shared-by-me";

/** The server lists a share again that its owner has taken back, with the owner's signature of then. */
export const listAgain = async (page: Page, product: Product): Promise<void> => {
  const email = `guest-${Date.now()}@example.com`;
  await (await signedUp(product, email, await product.invite())).account.logout();
  const lead = await signedIn(product, emailOf("lead"));
  const shared = (await lead.sharing.sharedByMe()).find(({ name }) => name === "City Library");
  await lead.sharing.share({ id: shared?.itemId ?? "", email, permission: "read", expiresAt: null });
  let given: object | undefined;
  await page.route(BY_ME, async (route) => {
    const rows = (await (await route.fetch()).json()) as { readonly shared_with_email: string }[];
    const now = rows.find((row) => row.shared_with_email === email);
    given ??= now;
    await route.fulfill({ json: now || !given ? rows : [...rows, given] });
  });
  await page.reload();
  await expect.poll(() => given, { timeout: 30_000 }).toBeDefined();
  const id = (await lead.sharing.sharedByMe()).find(({ person }) => person === email)?.id ?? "";
  await lead.sharing.revoke({ id });
  await lead.account.logout();
  await page.reload();
  await page.getByText("you took it back or never gave it").first().waitFor();
};

type Answer = Readonly<Record<"entries" | "members" | "people", readonly unknown[]>>;

/** The server shows the lead no more of the log than now, while others sign that they know more of it. */
export const freezeLog = async (page: Page, product: Product): Promise<void> => {
  let seen: { readonly size: number; readonly answer: Answer } | null = null;
  await page.route(LOG, async (route: Route) => {
    if (route.request().method() !== "GET") return route.abort();
    const since = Number(new URL(route.request().url()).searchParams.get("since") ?? 0);
    const answer = (await (await route.fetch()).json()) as Answer;
    seen ??= { size: since + answer.entries.length, answer };
    const { members, people } = seen.answer;
    await route.fulfill({ json: { ...answer, members, people, entries: answer.entries.slice(0, Math.max(0, seen.size - since)) } });
  });
  await page.reload();
  await expect.poll(() => seen !== null, { timeout: 30_000 }).toBe(true);
  const colleague = await signedIn(product, COLLEAGUE);
  const guest = await guestOf(product, colleague);
  const [item] = colleague.vault.contents()?.items.filter(({ isOwner }) => isOwner) ?? [];
  await colleague.sharing.share({ id: item?.id ?? "", email: null, permission: "read", expiresAt: null });
  await guest.team.leaveTeam();
  await Promise.all([guest, colleague].map((client) => client.account.logout()));
  await page.reload();
  await page.getByRole("alert", { name: "Sharing with the team is stopped" }).waitFor();
};

/** The server shows all of it again. */
export const thawLog = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByRole("button", { name: "Ask Again" }).click();
  await page.getByText("The server shows the same history now").waitFor();
};
