/** The settings of passkeys that open the vault, and the question whether a device is lost: with the browser's own authenticator, and rows that a server adds or leaves out. */
import type { Page, Route } from "@playwright/test";
import { PASSWORD } from "../journeys/world.ts";

type Rows = { passkeys: object[] };

const UNKNOWN = { id: "A".repeat(43), device: "Chrome on Windows", createdAt: Date.UTC(2026, 0, 15, 12), lastUsedAt: null, sessions: [] };

/** @param change - what the server's list is to be */
async function changeList(page: Page, change: (rows: object[]) => object[]): Promise<void> {
  await page.route(/\/api\/users\/passkeys$/, async (route: Route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as Rows;
    return route.fulfill({ response, json: { ...body, passkeys: change(body.passkeys) } });
  });
}

async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    ...({ protocol: "ctap2", transport: "internal", ctap2Version: "ctap2_1" } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, hasPrf: true, isUserVerified: true, automaticPresenceSimulation: true },
  };
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
}

const add = (page: Page) => page.getByRole("button", { name: "Add a passkey" });

/** Once for each account: the next look finds it. */
async function addOne(page: Page): Promise<void> {
  const row = page.getByRole("button", { name: "Remove Ann's laptop" });
  await add(page).waitFor();
  await page.getByText("Loading passkeys").waitFor({ state: "detached" });
  if (await row.isVisible()) return;
  await addAuthenticator(page);
  await add(page).click();
  await page.getByLabel("Name of the passkey").fill("Ann's laptop");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const password = page.getByRole("dialog").getByRole("textbox", { name: "Master password", exact: true });
  await row.or(password).first().waitFor();
  if (await password.isVisible()) {
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
  }
  await row.waitFor();
  const said = page.getByRole("status").filter({ hasText: "on this one device alone" });
  await said.getByRole("button").click();
  await said.waitFor({ state: "detached" });
}

const show = (page: Page) => page.locator("#passkeys").evaluate((panel) => panel.scrollIntoView());

/** One that opens the vault, and one that only the server knows. */
export async function showPasskeys(page: Page): Promise<void> {
  await addOne(page);
  await changeList(page, (rows) => [...rows, UNKNOWN]);
  await page.reload();
  await page.getByRole("button", { name: "Remove Chrome on Windows" }).waitFor();
  await show(page);
}

export async function showMissingPasskey(page: Page): Promise<void> {
  await addOne(page);
  await changeList(page, () => []);
  await page.reload();
  await page.getByText("Not at the server").waitFor();
  await show(page);
}

export async function askForPasskeyName(page: Page): Promise<void> {
  const name = page.getByLabel("Name of the passkey");
  // Open still where the look before left it.
  await add(page).or(name).first().waitFor();
  if (await add(page).isVisible()) await add(page).click();
  await name.waitFor();
  await show(page);
}

/** Another device is signed in, by the server's word alone. */
export async function loseDevice(page: Page): Promise<void> {
  await addOne(page);
  const other = { id: "00000000-0000-4000-8000-000000000001", device: "Safari on iOS", isCurrent: false };
  await page.route(/\/api\/users\/sessions$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { sessions: object[] };
    return route.fulfill({ response, json: { ...body, sessions: [...body.sessions.slice(0, 1), { ...body.sessions[0], ...other }] } });
  });
  await changeList(page, (rows) => rows.map((row) => ({ ...row, sessions: [other.id] })));
  await page.reload();
  await page.getByRole("button", { name: "Sign out Safari on iOS" }).click();
  await page.getByRole("checkbox", { name: "It is lost, or someone else may have it" }).check();
  await page.getByRole("checkbox", { name: "Ann's laptop" }).waitFor();
}
