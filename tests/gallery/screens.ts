/**
 * SCREENS: every screen of the product, in which states it can be met, and how one comes to it. The gallery pictures each of them, the journeys walk the pages
 * among them. A new screen is a row here.
 */
import type { Page, Route } from "@playwright/test";
import { type KindName, kindOf } from "../../packages/core/src/items/kinds.ts";
import { backupOf, ITEMS } from "../journeys/steps.ts";
import { PASSWORD, type Product } from "../journeys/world.ts";
import { BOBS_ITEM, BOBS_VAULT, SAVED_OFTEN } from "./people.ts";
import { findNoKit, tryAnotherKit, tryKit, typeKitKey } from "./rehearsal.ts";
import { listAgain } from "./share-listed-again.ts";
import { stopTeam, waitForKey } from "./team-log-reaches.ts";
import {
  addStranger,
  askForRole,
  followHandedOver,
  followMailed,
  followOther,
  followVoid,
  handOver,
  hideLog,
  hideMarks,
  hideShare,
  leaveUnproven,
  registerIntoTeam,
  removeMember,
} from "./team-reaches.ts";
import { asOfSave, asOfYesterday, goBackInTime } from "./time-reaches.ts";
import { editVaultTwice, hideFromMe } from "./two-devices.ts";
import { askForPasskeyName, loseDevice, showMissingPasskey, showPasskeys } from "./vault-passkeys.ts";

/** Outside: no one is signed in. The others are in STATES (states.ts). */
export type StateName = "outside" | "extension" | "empty" | "one" | "thirty" | "many" | BrokenState | TeamState;
type BrokenState = "loading" | "error" | "offline" | WaitingState | "maintenance";
type WaitingState = "edit waits" | "edit refused" | "deletion waits";
/** States of the administrator: before there is a team, with one, and with problems. */
type TeamState = "alone" | "team" | "team loading" | "team error" | "team offline" | "key pending";

export interface Screen {
  readonly path: string;
  readonly states: readonly StateName[];
  /** What a person does on the page of that path to come to this screen. Without it the page itself is the screen. */
  readonly reach?: (page: Page, product: Product) => Promise<unknown>;
  /** What it does to the account or its team stays done: no other screen of the same product comes after it. */
  readonly isLast?: true;
}

const OUTSIDE = ["outside"] as const;
/** A page that shows the vault. */
const LIST = ["empty", "one", "thirty", "many", "loading", "error", "offline"] as const;
/** A page that asks the server for something of its own. */
const ASKS = ["thirty", "loading", "error", "offline"] as const;
const FILLED = ["thirty"] as const;
/** A page that asks the server for something of a team. */
const OF_TEAM = ["alone", "team", "team loading", "team error", "team offline"] as const;
const TEAM = ["team"] as const;

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Presses an entry of the sidebar, which has to be called on narrow screens. */
async function inSidebar(page: Page, name: string): Promise<void> {
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name });
  if (!(await entry.isVisible())) await press(page, /^(Menu|More)$/);
  await entry.click();
}

const openExport = async (page: Page) => {
  await inSidebar(page, "Export File");
  await page.getByRole("dialog", { name: "Export File" }).waitFor();
};

const openItem = (title: string) => async (page: Page) => {
  await page.locator("main").getByText(title, { exact: true }).first().click();
  await page.getByRole("dialog", { name: title }).waitFor();
};

/** Its versions; one of them is left out by the server. */
const openVersions = async (page: Page) => {
  const asked = "**/api/vault/entries/*/versions*";
  await page.route(asked, async (route) => {
    const body = (await (await route.fetch()).json()) as { versions: unknown[] };
    await route.fulfill({ json: { ...body, versions: body.versions.toSpliced(2, 1) } });
  });
  await openItem(SAVED_OFTEN)(page);
  await page.keyboard.press("h");
  await page.getByText("not given by the server").waitFor();
  await page.unroute(asked);
};

const compareVersions = async (page: Page) => {
  await openVersions(page);
  await page.getByRole("button", { name: /Version 1\b/ }).click();
  await page.getByRole("button", { name: /^Restore all/ }).waitFor();
};

/** Opens the item, and its form with the key for that. */
const editItem = (title: string) => async (page: Page) => {
  await openItem(title)(page);
  await page.keyboard.press("e");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Update / })
    .waitFor();
};

/** The form of a new item, from the page of its kind: the header of a phone has no button for it. */
const newItem = (kind: KindName) => async (page: Page) => {
  await press(page, kindOf(kind).words.create);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: kindOf(kind).words.save })
    .waitFor();
};

/** Its panes turn one after the other. */
const allTurned = async (page: Page) => {
  const wall = page.getByRole("dialog", { name: "What the server has" });
  await wall.getByRole("listitem").first().waitFor();
  await wall.evaluate((element) => Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)));
};

const throughGlass = async (page: Page) => {
  await page.keyboard.press("x");
  await allTurned(page);
};

const openTab = (name: string | RegExp) => (page: Page) => page.getByRole("tab", { name }).click();

/** What opens when a button is pressed. */
const inDialog = (button: string | RegExp) => async (page: Page) => {
  await press(page, button);
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).last().waitFor();
};

/** What is asked when something else is chosen from the menu of a word. */
const choosing = (word: RegExp, choice: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: word }).first().click();
  await page.getByRole("menuitemradio", { name: choice }).click();
  await page.getByRole("alertdialog").waitFor();
};

const fromMenu = async (page: Page, of: RegExp, entry: string) => {
  // Its controls show themselves when it is pointed at.
  await page
    .locator("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: of, includeHidden: true }) })
    .last()
    .hover();
  await page.getByRole("button", { name: of }).first().click();
  await page.getByRole("menuitem", { name: entry }).click();
  await page.getByRole("dialog").or(page.getByRole("alertdialog")).last().waitFor();
};
const openVault = (name: string) => async (page: Page) => {
  await page.locator("main").getByRole("link", { name, exact: true }).click();
  await page.waitForURL(/\/vaults\/./);
};

const selectTwo = async (page: Page) => {
  const openers = page.locator("main [data-open]");
  for (const at of [0, 2]) await openers.nth(at).click({ modifiers: ["Control"] });
  await page.getByRole("region", { name: "Selected items" }).waitFor();
};

const search = (text: string, isFound: boolean) => async (page: Page) => {
  await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page
    .locator("main")
    .locator(isFound ? "mark" : ":text('Nothing found')")
    .first()
    .waitFor();
};

/** Two-factor is begun and never finished: the account stays as it is. */
const scanCode = async (page: Page) => {
  await press(page, "Setup MFA");
  const scan = page.getByRole("img", { name: /^QR code/ });
  const proof = page.getByRole("textbox", { name: "Master password" });
  await scan.or(proof).waitFor();
  if (await proof.isVisible()) {
    await proof.fill(PASSWORD);
    await press(page, "Continue");
  }
  await scan.waitFor();
};

const shareWithStranger = async (page: Page) => {
  await press(page, "Share Item");
  const dialog = page.getByRole("dialog", { name: "Share Items" });
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill("a.stranger@example.com");
  await dialog.getByRole("combobox", { name: "Items" }).click();
  await page.getByRole("option").first().click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).waitFor();
};

/** The server names another key than the one this account knows: nothing is to be shared until the numbers were compared. */
const meetChangedKey = async (page: Page) => {
  const another = async (route: Route) => {
    const found = (await (await route.fetch()).json()) as { publicKey: string };
    await route.fulfill({ json: { ...found, publicKey: found.publicKey.replace(/(?<=^.{200})./, (one) => (one === "A" ? "B" : "A")) } });
  };
  await page.route("**/api/users/public-key*", another, { times: 1 });
  await inDialog(/^Compare numbers with/)(page);
  await page.getByRole("dialog", { name: "Security key changed" }).waitFor();
};

const followInvitation = async (page: Page, product: Product) => {
  await page.goto(await product.invite());
  await page.getByLabel("Confirm Master Password").waitFor();
};

/** As where the server has mail: a link for an address that was handed over takes a code. */
const registerHandedOver = async (page: Page, product: Product) => {
  await page.route(
    "**/api/team/validate-invitation",
    async (route) => {
      const body = (await (await route.fetch()).json()) as { invitation: object };
      await route.fulfill({ json: { ...body, invitation: { ...body.invitation, email: "guest@example.com", needs_code: true } } });
    },
    { times: 1 },
  );
  const json = { success: true, requestId: "A".repeat(43), codeLength: 6 };
  await page.route("**/api/team/invitation-code", (route) => route.fulfill({ json }), { times: 1 });
  await followInvitation(page, product);
  await press(page, "Email me a code");
  await page.getByLabel("Code from the email").waitFor();
};

/** Another account each time, used once. */
const registerInvited = async (page: Page, product: Product) => {
  await followInvitation(page, product);
  await page.getByLabel("Email address").fill(`guest-${Date.now()}@example.com`);
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await press(page, "Create Account");
  await page.getByRole("dialog", { name: "Save your recovery key" }).waitFor();
};

const addExisting = (page: Page) => fromMenu(page, /^More actions for vault/, "Add existing item");
const moveItem = (page: Page) => fromMenu(page, /^More actions for (?!vault)/, "Move to vault");

const signInWrongly = async (page: Page) => {
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await press(page, "Sign in");
  await page.getByRole("alert").waitFor();
};

/** The page of the recovery key, which the page before it leads to with an address. */
const beginRecovery = async (page: Page) => {
  const { origin } = new URL(page.url());
  await page.evaluate(() => sessionStorage.setItem("recoveryEmail", "ann@example.com"));
  await page.goto(`${origin}/account-recovery`);
  await page.getByRole("heading", { name: "Account recovery" }).waitFor();
  await page.evaluate(() => sessionStorage.removeItem("recoveryEmail"));
};

const key = (keys: string) => async (page: Page) => {
  await page.keyboard.press(keys);
  await page.getByRole("dialog").last().waitFor();
};

export const SCREENS: Readonly<Record<string, Screen>> = {
  landing: { path: "/", states: OUTSIDE },
  features: { path: "/features", states: OUTSIDE },
  login: { path: "/login", states: OUTSIDE },
  "login refused": { path: "/login", states: OUTSIDE, reach: signInWrongly },
  register: { path: "/register", states: OUTSIDE },
  "register invited": { path: "/register", states: OUTSIDE, reach: followInvitation },
  "register with a code": { path: "/register", states: OUTSIDE, reach: registerHandedOver },
  "recovery kit": { path: "/register", states: OUTSIDE, reach: registerInvited },
  privacy: { path: "/privacy-policy", states: OUTSIDE },
  terms: { path: "/terms-of-service", states: OUTSIDE },
  forgot: { path: "/forgot-password", states: OUTSIDE },
  recovery: { path: "/account-recovery", states: OUTSIDE, reach: beginRecovery },
  security: { path: "/security", states: OUTSIDE },
  "accept invitation": { path: "/accept-invitation", states: OUTSIDE },
  "join a team": { path: "/accept-invitation", states: ["outside", "empty"], reach: followHandedOver },
  "join a team by mail": { path: "/accept-invitation", states: ["outside", "empty"], reach: followMailed },
  "join as another user": { path: "/accept-invitation", states: ["empty"], reach: followOther },
  "a void invitation": { path: "/accept-invitation", states: OUTSIDE, reach: followVoid },
  "register into a team": { path: "/register", states: OUTSIDE, reach: registerIntoTeam },
  "undo two-factor": { path: "/undo-two-factor", states: OUTSIDE },
  "not authorized": { path: "/not-authorized", states: OUTSIDE },
  "not found": { path: "/nowhere", states: OUTSIDE },

  vaults: { path: "/vaults", states: LIST },
  "what the server has": { path: "/all-items", states: FILLED, reach: (page) => throughGlass(page) },
  "what the server has of vaults": { path: "/vaults", states: FILLED, reach: (page) => throughGlass(page) },
  "what the server has of an item": {
    path: "/passwords",
    states: FILLED,
    reach: async (page) => {
      await openItem("Code Forge")(page);
      await page.getByRole("button", { name: "More actions for Code Forge" }).last().click();
      await page.getByRole("menuitem", { name: "See what the server has" }).click();
      await allTurned(page);
    },
  },
  "all items": { path: "/all-items", states: LIST },
  "all notes": { path: "/all-items?tab=notes", states: ["empty", "thirty"] },
  favorites: { path: "/favorites", states: LIST },
  passwords: { path: "/passwords", states: LIST },
  notes: { path: "/notes", states: ["empty", "thirty", "many"] },
  cards: { path: "/card-details", states: ["empty", "thirty", "many"] },
  banks: { path: "/bank-details", states: ["empty", "thirty", "many"] },
  people: { path: "/personal-details", states: ["empty", "thirty", "many"] },
  health: { path: "/password-health", states: LIST },
  "try the kit": { path: "/password-health", states: FILLED, reach: tryKit },
  "type the kit's key": { path: "/password-health", states: FILLED, reach: typeKitKey },
  "another kit's key": { path: "/password-health", states: FILLED, reach: tryAnotherKit },
  "no kit to try": { path: "/password-health", states: FILLED, reach: findNoKit },
  trash: { path: "/trash", states: ["empty", ...ASKS] },
  import: { path: "/import", states: ["empty", "offline"] },
  mfa: { path: "/mfa-setup", states: ASKS },
  settings: { path: "/settings", states: ASKS },
  "passkeys of the vault": { path: "/settings#passkeys", states: FILLED, reach: showPasskeys },
  "a passkey not at the server": { path: "/settings#passkeys", states: FILLED, reach: showMissingPasskey },
  "add a passkey": { path: "/settings#passkeys", states: FILLED, reach: askForPasskeyName },
  "a lost device": { path: "/settings", states: FILLED, reach: loseDevice },
  "sharing center": { path: "/sharing-center", states: ["empty", "team", "team loading", "team error", "team offline"] },
  "shared with me": { path: "/sharing-center?tab=with-me", states: ["empty", "team", "key pending"] },
  "hidden from me": { path: "/sharing-center?tab=with-me", states: TEAM, reach: hideFromMe },
  team: { path: "/team", states: ["empty", "team", "key pending", "team error", "team offline"] },
  teams: { path: "/teams", states: OF_TEAM },
  members: { path: "/manage-members", states: OF_TEAM },
  roles: { path: "/roles", states: OF_TEAM },
  "a team not believed": { path: "/team", states: TEAM, reach: hideLog },
  "a team that waits": { path: "/team", states: TEAM, reach: hideMarks },
  "a team's next key waits": { path: "/team", states: TEAM, reach: waitForKey },
  "a team that is stopped": { path: "/favorites", states: TEAM, reach: stopTeam, isLast: true },
  "a member not confirmed": { path: "/manage-members", states: TEAM, reach: addStranger },
  "an address not proven": { path: "/manage-members", states: TEAM, reach: leaveUnproven },
  "give a role": { path: "/manage-members", states: TEAM, reach: askForRole },
  "hand over a team": { path: "/team", states: TEAM, reach: handOver },
  "remove a member": { path: "/manage-members", states: TEAM, reach: removeMember },
  "invited members": { path: "/manage-members", states: ["alone", "team"], reach: openTab("Pending Invitations") },
  "roles of members": { path: "/manage-members", states: TEAM, reach: openTab("Roles") },
  "invited to a team": { path: "/team", states: TEAM, reach: openTab(/^Pending Invitations/) },
  "a shared item": { path: "/passwords", states: TEAM, reach: openItem(BOBS_ITEM) },
  "a shared vault": { path: "/vaults", states: TEAM, reach: openVault(BOBS_VAULT) },
  "share with a stranger": { path: "/sharing-center", states: TEAM, reach: shareWithStranger },
  "share a vault": { path: "/vaults", states: TEAM, reach: (page) => fromMenu(page, /^More actions for vault Work/, "Share") },
  "share items": { path: "/sharing-center", states: ["empty", "team"], reach: inDialog("Share Item") },
  "safety number": { path: "/sharing-center", states: TEAM, reach: inDialog(/^Compare numbers with/) },
  "changed key": { path: "/sharing-center", states: TEAM, reach: meetChangedKey },
  "a share not listed": { path: "/sharing-center", states: TEAM, reach: hideShare },
  "a share listed again": { path: "/sharing-center", states: TEAM, reach: listAgain },
  "another access level": { path: "/sharing-center", states: TEAM, reach: choosing(/^Access level of .* City Library/, /^Write/) },
  "another end": { path: "/sharing-center", states: TEAM, reach: choosing(/^Expiration for .* of Music Stream/, "30 days") },
  "take access back": { path: "/sharing-center", states: TEAM, reach: inDialog(/^Revoke access of .* to Work$/) },
  "new role": { path: "/roles", states: TEAM, reach: inDialog("Create Role") },
  "new team": { path: "/teams", states: TEAM, reach: inDialog("Create Team") },
  "delete a team": { path: "/teams", states: TEAM, reach: inDialog(/^Delete /) },
  "invite a member": { path: "/manage-members", states: TEAM, reach: inDialog("Invite Member") },
  "new vault": { path: "/vaults", states: ["empty", "offline"], reach: inDialog("Create New Vault") },
  "edit a vault twice": { path: "/vaults", states: FILLED, reach: editVaultTwice },
  "add an existing item": { path: "/vaults", states: FILLED, reach: addExisting },
  "move an item": { path: "/passwords", states: FILLED, reach: moveItem },

  "a vault": { path: "/vaults", states: ["thirty", "offline"], reach: openVault("Work") },
  "delete a vault": {
    path: "/vaults",
    states: [...FILLED, ...TEAM],
    reach: (page) => fromMenu(page, /^More actions for vault Work/, "Delete"),
  },
  "delete an item": { path: "/passwords", states: FILLED, reach: (page) => fromMenu(page, /^More actions for (?!vault)/, "Delete") },
  "tag an item": { path: "/passwords", states: FILLED, reach: (page) => fromMenu(page, /^More actions for (?!vault)/, "Tags") },
  "selected items": { path: "/passwords", states: FILLED, reach: selectTwo },
  "a search": { path: "/all-items", states: FILLED, reach: search("ann", true) },
  "a search in vain": { path: "/all-items", states: FILLED, reach: search("nothing of that name", false) },
  "mfa scan": { path: "/mfa-setup", states: FILLED, reach: scanCode },
  maintenance: { path: "/passwords", states: ["maintenance"] },
  "changes that wait": { path: "/passwords", states: ["edit waits", "edit refused"] },
  "a deletion that waits": { path: "/passwords", states: ["deletion waits"] },
  "a password": { path: "/passwords", states: ["one", "thirty", "offline"], reach: openItem("Code Forge") },
  "a login with passkeys": { path: "/passwords", states: FILLED, reach: openItem("Airline Sky Harbour") },
  "edit a login with passkeys": { path: "/passwords", states: FILLED, reach: editItem("Airline Sky Harbour") },
  "a login with two versions": { path: "/passwords", states: FILLED, reach: openItem("Lighthouse Society") },
  "earlier versions": { path: "/passwords", states: FILLED, reach: openVersions },
  "two versions": { path: "/passwords", states: FILLED, reach: compareVersions },
  "a note": { path: "/notes", states: FILLED, reach: openItem("Wi-Fi for guests") },
  "a card": { path: "/card-details", states: FILLED, reach: openItem("Everyday card") },
  "a bank account": { path: "/bank-details", states: FILLED, reach: openItem("Ann Lee") },
  "a person": { path: "/personal-details", states: FILLED, reach: openItem("Me") },
  "new password": { path: "/passwords", states: ["empty", "thirty"], reach: newItem("password") },
  "new note": { path: "/notes", states: FILLED, reach: newItem("note") },
  "new card": { path: "/card-details", states: FILLED, reach: newItem("card") },
  "new bank account": { path: "/bank-details", states: FILLED, reach: newItem("bank") },
  "new person": { path: "/personal-details", states: FILLED, reach: newItem("personal") },
  "edit password": { path: "/passwords", states: FILLED, reach: editItem("Code Forge") },
  palette: { path: "/all-items", states: ["empty", "thirty", "many"], reach: key("Control+k") },
  shortcuts: { path: "/all-items", states: FILLED, reach: key("?") },
  export: { path: "/all-items", states: ["empty", "thirty"], reach: openExport },
  "back in time": { path: "/trash", states: ["thirty", "offline"], reach: goBackInTime },
  "as of yesterday": { path: "/trash", states: ["thirty", "error"], reach: asOfYesterday },
  "as of a save": { path: "/trash", states: FILLED, reach: asOfSave },
  "import review": {
    path: "/import",
    states: ["empty"],
    reach: async (page) => {
      const file = { name: "coffer.json", mimeType: "application/json", buffer: Buffer.from(backupOf(ITEMS)) };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByRole("button", { name: /^Import \d+ new items/ }).waitFor();
    },
  },
  locked: {
    path: "/all-items",
    states: ["one"],
    reach: async (page) => {
      const locked = page.getByRole("heading", { name: "Your vault is locked" });
      // In the second theme it still is.
      if (await locked.isVisible()) return;
      await press(page, "Account");
      await press(page, /^Lock/);
      await locked.waitFor();
    },
  },
};

const isOutside = ({ states }: Screen): boolean => states.includes("outside");

/** The pages that open by their address alone, each once. */
const paths = (wanted: (screen: Screen) => boolean): string[] => [
  ...new Set(
    Object.values(SCREENS)
      .filter((screen) => !screen.reach && wanted(screen))
      .map(({ path }) => path),
  ),
];

export const PUBLIC_PATHS = paths(isOutside);
export const SIGNED_IN_PATHS = paths((screen) => !isOutside(screen));
