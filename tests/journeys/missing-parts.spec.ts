/**
 * Every part of the app that is loaded when it is first needed fails here once: its place says so, the rest stays usable, and it comes when it is asked for again.
 * The list is read off the source: a part without a row fails.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { kindOf } from "../../packages/core/src/items/kinds.ts";
import { addLogin } from "./account-world.ts";
import { dropFile, fillForm, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, PASSWORD, register, signIn, useProduct } from "./world.ts";

// Files of the app are to come from the line, where these journeys hold them up.
test.use({ serviceWorkers: "block" });

const product = useProduct();
const EMAIL = "ann@example.com";
const BOB = "bob@example.com";
const TITLE = "This part could not be loaded";

test.describe.configure({ mode: "serial" });
test.setTimeout(240_000);

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map(({ parentPath, name }) => join(parentPath, name));

/** Of what is loaded on its own, by the name of its file. */
const partsOf = (folder: string): string[] =>
  sourcesBelow(fileURLToPath(new URL(folder, import.meta.url)))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\bimport\("([^"]+)"\)/g)])
    .map(([, path = ""]) => basename(path).replace(/\.tsx?$/, ""));

const parts = (): string[] =>
  [
    ...new Set(["../../packages/app/src", "../../packages/client/src", "../../packages/crypto/src", "../../apps/web/src"].flatMap(partsOf)),
  ].sort();

interface Row {
  /** Asks for the part. */
  readonly open: (page: Page) => Promise<unknown>;
  /** What is seen once it is there. */
  readonly sees: (page: Page) => ReturnType<Page["getByRole"]>;
  /** A dialog is closed and opened again before it is tried again. */
  readonly isDialog?: true;
}

const heading = (name: string) => (page: Page) => page.getByRole("heading", { name, exact: true });
const at = (path: string) => (page: Page) => page.goto(`${product.origin}${path}`);
const by = (link: string) => (page: Page) => goTo(page, link);

async function fromAccount(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("dialog", { name: "Account" });
  // A page that comes just then closes it.
  await expect(async () => {
    if (!(await menu.isVisible())) await page.getByRole("button", { name: "Account", exact: true }).click();
    await menu.getByRole("link", { name }).or(menu.getByRole("button", { name })).click({ timeout: 3_000 });
  }).toPass();
}

async function tryKit(page: Page): Promise<void> {
  await goTo(page, "Health");
  await page.getByRole("region", { name: "Recovery kit" }).getByRole("button", { name: "Try it now" }).click();
}

/** The pages that anyone may see. */
const PUBLIC: Readonly<Record<string, Row>> = {
  "open-client": { open: at("/forgot-password"), sees: heading("Forgot master password") },
  RegisterPage: { open: at("/register"), sees: heading("Create your account") },
  ForgotPasswordPage: { open: at("/forgot-password"), sees: heading("Forgot master password") },
  AccountRecoveryPage: {
    open: async (page) => {
      await at("/login")(page);
      await page.evaluate(() => sessionStorage.setItem("recoveryEmail", "ann@example.com"));
      await at("/account-recovery")(page);
    },
    sees: heading("Account recovery"),
  },
  UndoPage: { open: at("/undo-two-factor"), sees: heading("Turn off two-factor authentication") },
  LandingPage: { open: at("/"), sees: heading("Your Passwords Safe and Secure Forever") },
  FeaturesPage: { open: at("/features"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  PrivacyPage: { open: at("/privacy-policy"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  TermsPage: { open: at("/terms-of-service"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  SecurityPage: { open: at("/security"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  AcceptInvitationPage: { open: at("/accept-invitation"), sees: heading("Accept invitation") },
  NotAuthorizedPage: { open: at("/not-authorized"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  NotFoundPage: { open: at("/nowhere"), sees: heading("Page not found") },
};

/** What an open vault loads when it is asked for. */
const INSIDE: Readonly<Record<string, Row>> = {
  "signed-in-parts": { open: at("/all-items"), sees: heading("All Items") },
  EmptyCoffer: { open: at("/all-items"), sees: heading("Let’s fill your coffer") },
  HealthPage: { open: by("Health"), sees: heading("Health") },
  // The page of Health has loaded it before: from the address it is asked for again.
  KitLine: { open: at("/password-health"), sees: (page) => page.getByRole("region", { name: "Recovery kit" }) },
  RehearsalDialog: {
    open: tryKit,
    sees: (page) => page.getByRole("dialog", { name: "Try your recovery kit" }),
    isDialog: true,
  },
  TrashPage: { open: by("Trash"), sees: heading("Trash") },
  ImportPage: { open: by("Import File"), sees: (page) => page.getByRole("heading", { level: 1 }) },
  SharingCenterPage: { open: by("Sharing Center"), sees: heading("Sharing Center") },
  TeamsPage: { open: by("Teams"), sees: heading("Teams") },
  TeamPage: { open: at("/team"), sees: heading("Your team") },
  ManageMembersPage: { open: by("Manage Members"), sees: heading("Team Members") },
  RolesPage: { open: at("/roles"), sees: heading("Roles & Permissions") },
  SettingsPage: { open: (page) => fromAccount(page, "Settings"), sees: heading("Settings") },
  MfaSetupPage: { open: (page) => fromAccount(page, "Setup MFA"), sees: heading("Multi-Factor Authentication (MFA)") },
  AddAccountDialog: {
    open: (page) => fromAccount(page, "Add another account"),
    sees: (page) => page.getByRole("dialog", { name: "Add Another Account" }),
    isDialog: true,
  },
  ExportDialog: {
    open: (page) => page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Export File" }).click(),
    sees: (page) => page.getByRole("dialog", { name: "Export File" }),
    isDialog: true,
  },
  ShortcutSheet: {
    open: (page) => page.keyboard.press("?"),
    sees: (page) => page.getByRole("dialog", { name: /shortcuts/i }),
    isDialog: true,
  },
  TimeTravel: {
    open: (page) => fromAccount(page, "Go back in time"),
    sees: (page) => page.getByRole("dialog", { name: "Go back in time" }),
    isDialog: true,
  },
  GlassWall: {
    open: (page) => page.keyboard.press("x"),
    sees: (page) => page.getByRole("dialog", { name: "What the server has" }),
    isDialog: true,
  },
  GeneratorWords: {
    open: async (page) => {
      await page.getByRole("button", { name: "Password generator" }).click();
      await page.getByRole("tab", { name: "Passphrase" }).click();
    },
    sees: (page) => page.getByLabel("Words", { exact: false }).first() as ReturnType<Page["getByRole"]>,
  },
};

/** Those that a journey below asks for in its own way, and those that have no place: what happens without them. */
const OTHERS: Readonly<Record<string, string>> = {
  AllItemsPage: "in the file of signed-in-parts",
  VaultsPage: "in the file of signed-in-parts",
  FavoritesPage: "in the file of signed-in-parts",
  KindPage: "in the file of signed-in-parts",
  "browser-authenticator": "a passkey that opens the vault: the press says so",
  ItemHistory: "an item's menu",
  versions: "the versions of an item, which say so",
  travel: "the vault as of a moment, which says so",
  vaults: "a new vault, whose dialog says so",
  "seal-overviews": "nothing is said: the next start reads the records themselves",
  "url-match": "as brands.json, with which it is loaded",
  SecondStep: "the second factor",
  RecoveryKit: "a registration",
  RehearsalNote: "nothing is said: the line that asks to try the recovery kit comes another time, and Health has it too",
  ShareDialog: "an item's menu",
  hpke: "sharing, and what others share",
  "browser-store": "what tells the extension of a sign-in: nothing waits for it",
  "estimate-strength": "the client's refusal of guessable passwords: the call fails as without a connection",
  estimator: "part of the forms that show a strength; its worker is missing in a registration",
  passwords: "after a sign-in, whose work is done: nothing is said",
  Toasts: "nothing is said until they are there; the page says that they are not",
  "password-patterns": "the page of Health says that some passwords could not be judged",
  jsqr: "the field says that the picture could not be read",
  health: "the page of Health says so, and its question once more",
  breach: "the check of Health says so",
  "shared-rules": "what is shared is not pulled and not saved; the line about the connection says so",
  "head-v1": "as for what is shared, for data of the first version",
  "waiting-verbs": "nothing is said: an edit that is not answered stays in its form, as before it was asked for",
  "rare-pulls": "as for what is shared, where its owner restarted the history, or a device missed more heads than one reply has",
  "device-only-copies": "as rare-pulls",
  "purge-passkeys": "nothing is said: the next pull does it",
  "seal-versions": "as purge-passkeys",
  "noted-kit": "nothing is said: the next start notes the unsaved recovery key, or the key is asked for once more",
  "passkey-mark": "nothing is said: the lock screen offers a passkey, also to someone who has none, until another pull notes that",
  repair: "the question that asked for it says so",
  example: "what asks for the example says so, as without its feature",
  argon2: "loaded ahead, for where no thread can be started: without it the sign-in fails as without a connection",
  "logins-for-page": "the extension alone, whose files are on the device",
  "brands.json": "nothing is said: items keep their letters",
  "after-start": "nothing is said: the faces of the system stay, and the app starts with its server alone",
};

/** What says that a feature of the client did not load, in the place that asked for one of its verbs. */
const LATE = /A part of the app could not be loaded\. There may be no connection to the server, or a newer version of the app/;

async function askForExample(page: Page): Promise<void> {
  await at("/all-items")(page);
  await page.getByRole("button", { name: "Show me an example vault" }).click();
}

/** Features of the client, whose verbs are loaded when the first of them is called (lazy-features.ts). */
const FEATURES: Readonly<Record<string, Row>> = {
  "account-feature": { open: at("/settings"), sees: (page) => page.getByText(/^Last used/).first() },
  "sharing-feature": { open: at("/sharing-center"), sees: heading("No items shared") },
  "sharing-verbs": { open: at("/sharing-center"), sees: heading("No items shared") },
  "team-feature": { open: at("/teams"), sees: heading("No teams found") },
  "team-verbs": { open: at("/teams"), sees: heading("No teams found") },
  "transfer-feature": { open: askForExample, sees: heading("Example") },
};

test("every part that is loaded on its own has a row", () => {
  const rows = [...Object.keys(PUBLIC), ...Object.keys(INSIDE), ...Object.keys(FEATURES), ...Object.keys(OTHERS)];
  expect(rows.sort()).toEqual(parts());
});

/** Every worker, by the name of its file, and where it is missed. */
const WORKERS: Readonly<Record<string, string>> = {
  "strength-worker": "a registration: the rules stand without it",
  "file-worker": "an import",
  "health-worker": "the page of Health",
  "argon2-worker": "a sign-in: the page works out the keys itself, and says so",
};

test("every worker has a row", () => {
  const started = sourcesBelow(fileURLToPath(new URL("../../packages/app/src", import.meta.url)))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/"\.\/([\w-]+)\.ts\?worker&url"/g)])
    .map(([, name = ""]) => name);
  expect(started.sort()).toEqual(Object.keys(WORKERS).sort());
});

/**
 * A browser does not ask twice for a script that did not come: the page is loaded once more, by itself where nothing would be lost, else by a press, and what was
 * open is opened again.
 */
async function comes(page: Page, open: Row["open"], sees: Row["sees"]): Promise<void> {
  await page.getByRole("button", { name: "Try again" }).click();
  const reload = page.getByRole("button", { name: "Reload" });
  await expect(sees(page).or(reload).first()).toBeVisible();
  if (await reload.isVisible()) {
    await Promise.all([page.waitForEvent("load"), reload.click()]);
    await openAgain(page, open, sees);
  }
  await expect(sees(page)).toBeVisible();
}

/** What is pressed before the page listens does nothing: it is pressed again, as a person does. */
const openAgain = (page: Page, open: Row["open"], sees: Row["sees"]): Promise<void> =>
  expect(async () => {
    await open(page);
    await expect(sees(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();

async function fails(page: Page, name: string, { open, sees, isDialog }: Row, usable: (page: Page) => Promise<void>): Promise<void> {
  const chunk = new RegExp(`/assets/${name}-[^/]*\\.js`);
  let isAway = true;
  // Never taken back: a browser that is told to hold nothing up and at once to do so again lets some through.
  await page.route(chunk, (route) => (isAway ? route.abort() : route.continue()));
  // Once, also where several parts are of one load.
  const missing = page.getByRole("alert").filter({ hasText: "There may be no connection to the server." });
  // A page that was just loaded does not hear a key yet.
  await expect(async () => {
    await open(page);
    await expect(missing).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByText(TITLE)).toBeVisible();
  if (isDialog) {
    await page.getByRole("dialog", { name: TITLE }).getByRole("button", { name: "Close" }).click();
    await usable(page);
    await open(page);
  } else await usable(page);
  isAway = false;
  await comes(page, open, sees);
  await expect(missing).toHaveCount(0);
  if (isDialog) await page.keyboard.press("Escape");
}

for (const [name, row] of Object.entries(PUBLIC)) {
  test(`${name} that does not come`, async ({ page }) => {
    await fails(page, name, row, async () => {
      // "open-client" is the client: without it nothing is known of a session, and the frame of the page does not wait.
      await expect(page.getByRole("link", { name: "Features" }).first()).toBeVisible();
    });
  });
}

/** @returns what lets it through again. */
async function without(page: Page, name: string): Promise<() => Promise<void>> {
  const chunk = new RegExp(`/assets/${name}-[^/]*\\.js`);
  await page.route(chunk, (route) => route.abort());
  return () => page.unroute(chunk);
}

test("a registration without its worker and its kit: the account is made, and the vault asks to save the kit", async ({ page }) => {
  const letThrough = await without(page, "RecoveryKit");
  await without(page, "strength-worker");
  void register(page, product.firstAdminLink, EMAIL).catch(() => undefined); // its kit does not come
  await page.getByRole("dialog", { name: TITLE }).waitFor();
  await letThrough();
  await page.getByRole("button", { name: "Try again" }).click();
  // Once the account is made nothing is held on the page: it is loaded again by itself, and asks for the new account.
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  await signIn(page, product.origin, EMAIL);
  await expect(page.getByRole("button", { name: "Save recovery key" })).toBeVisible();
});

test("the second factor that does not come", async ({ page }) => {
  const letThrough = await without(page, "SecondStep");
  await page.route("**/api/users/login", (route) => route.fulfill({ json: { success: true, requiresMfa: true, tempToken: "first-step" } }));
  const signsIn = async (): Promise<void> => {
    await at("/login")(page);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("textbox", { name: "Master Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await signsIn();
  await expect(page.getByRole("alert").filter({ hasText: TITLE })).toBeVisible();
  await letThrough();
  await comes(page, signsIn, (one) => one.getByRole("textbox", { name: "Authentication code" }));
  await expect(page.getByLabel("Authentication code")).toBeFocused();
});

test("inside an open vault", async ({ browser }) => {
  const page = await newProfile(browser);
  await signIn(page, product.origin, EMAIL);
  for (const [name, row] of Object.entries(INSIDE)) {
    await test.step(name, async () => {
      await fails(page, name, row, async () => {
        if (name === "signed-in-parts") return; // the frame itself: everything around it
        if (name === "GeneratorWords") return expect(page.getByRole("tab", { name: "PIN" })).toBeVisible();
        await page.getByRole("button", { name: "Account", exact: true }).click();
        const menu = page.getByRole("dialog", { name: "Account" });
        await expect(menu).toBeVisible();
        await menu.press("Escape");
        await expect(menu).toBeHidden(); // else the next press on its button closes it
      });
    });
  }
});

for (const [name, { open, sees }] of Object.entries(FEATURES)) {
  test(`${name}: a feature of the client that does not load`, async ({ page }) => {
    await signIn(page, product.origin, EMAIL);
    const letThrough = await without(page, name);
    await open(page);
    await expect(page.getByText(LATE).first()).toBeVisible();
    await letThrough();
    await page.reload(); // as the sentence says
    await openAgain(page, open, sees);
  });
}

test("a reload right after the sign-in, before the frame of the vault has come, locks no one out", async ({ page }) => {
  const letThrough = await without(page, "signed-in-parts");
  await at("/login")(page);
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("textbox", { name: "Master Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: TITLE })).toBeVisible();
  await letThrough();
  await page.reload();
  await expect(heading("All Items")(page)).toBeVisible();
});

test("an import whose worker does not come says so, and reads the file once it does", async ({ page }) => {
  await signIn(page, product.origin, EMAIL);
  const letThrough = await without(page, "file-worker");
  await dropFile(page, "passwords.csv", "name,url,username,password\nGarden Shop,https://garden.example,ann,Tulips-2024!\n");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await letThrough();
  await dropFile(page, "passwords.csv", "name,url,username,password\nGarden Shop,https://garden.example,ann,Tulips-2024!\n");
  await expect(page.getByText("Garden Shop").first()).toBeVisible();
});

test("the versions of an item, when their screen and then what asks for them do not come", async ({ page }) => {
  await signIn(page, product.origin, EMAIL);
  await addLogin(page, product.origin, "With versions");
  await page.goto(`${product.origin}/passwords`);
  const letScreen = await without(page, "ItemHistory");
  const letClient = await without(page, "versions");
  const detail = page.getByRole("dialog", { name: "With versions", exact: true });
  const versions = page.getByRole("dialog", { name: "Versions of With versions" });
  const open = async (): Promise<void> => {
    if (!(await detail.isVisible())) await page.getByRole("main").getByText("With versions").first().click();
    await detail.getByRole("button", { name: "Earlier versions" }).click();
  };
  await open();
  const missing = page.getByRole("dialog", { name: TITLE });
  await missing.getByRole("button", { name: "Close" }).click();
  await open();
  await letScreen();
  await comes(page, open, () => versions);
  await expect(versions.getByText(LATE)).toBeVisible();
  await letClient();
  await page.reload();
  await open();
  await expect(versions.getByText("Created", { exact: true })).toBeVisible();
});

test("the vault as it was, when what asks for it does not come", async ({ page }) => {
  await signIn(page, product.origin, EMAIL);
  const letThrough = await without(page, "travel");
  const sheet = page.getByRole("dialog", { name: "Go back in time" });
  const open = async (): Promise<void> => {
    if (!(await sheet.isVisible())) await fromAccount(page, "Go back in time");
    await sheet.getByRole("button", { name: "Yesterday" }).click();
  };
  await open();
  await expect(sheet.getByText(LATE)).toBeVisible();
  await letThrough();
  await page.reload(); // as the sentence says
  await openAgain(page, open, () => sheet.getByRole("region", { name: /^As of / }));
});

test("a new vault, when what makes it does not come: the name stays, and it is made when it is pressed again", async ({ page }) => {
  await signIn(page, product.origin, EMAIL);
  await page.goto(`${product.origin}/vaults`);
  const letThrough = await without(page, "vaults");
  await page.getByTestId("floating-add").click();
  const made = page.getByRole("dialog", { name: "Create New Vault" });
  await made.getByRole("textbox", { name: "Name" }).fill("Made late");
  await made.getByRole("button", { name: "Create Vault" }).click();
  await expect(page.getByText(LATE)).toBeVisible();
  await expect(made.getByRole("textbox", { name: "Name" })).toHaveValue("Made late");
  await letThrough();
  await made.getByRole("button", { name: "Create Vault" }).click();
  await expect(page.getByRole("main").getByText("Made late")).toBeVisible();
});

test("the dialog that shares, when it does not come", async ({ page }) => {
  await signIn(page, product.origin, EMAIL);
  const { words } = kindOf("note");
  await page.getByRole("banner").getByRole("button", { name: "Add item" }).click();
  await page.getByRole("menuitem", { name: words.tile, exact: true }).click();
  const form = page.getByRole("dialog", { name: words.create });
  await fillForm(form, "note", "To be shared");
  await form.getByRole("button", { name: words.save, exact: true }).click();
  await expect(form).toBeHidden();
  const letThrough = await without(page, "ShareDialog");
  const open = async (): Promise<void> => {
    await page.goto(`${product.origin}${kindOf("note").page}`);
    await page.getByRole("main").getByText("To be shared").first().click();
    await page.getByRole("dialog", { name: "To be shared" }).getByRole("button", { name: "More actions for To be shared" }).click();
    await page.getByRole("menuitem", { name: "Share", exact: true }).click();
  };
  await open();
  await page.getByRole("dialog", { name: TITLE }).waitFor();
  await letThrough();
  await comes(page, open, () => page.getByRole("dialog", { name: /^Share/ }));
});

test("what seals to others and opens what they seal, when it does not come: nothing is shared, and nothing is taken for a bad grant", async ({
  page: ann,
  browser,
}) => {
  const bob = await newProfile(browser);
  await enrol(await product.invite(), BOB);
  await signIn(ann, product.origin, EMAIL);
  const dialog = ann.getByRole("dialog", { name: /^Share/ });
  const letAnn = await without(ann, "hpke");
  const share = async (): Promise<void> => {
    await ann.goto(`${product.origin}${kindOf("note").page}`);
    await ann.getByRole("main").getByText("To be shared").first().click();
    await ann.getByRole("dialog", { name: "To be shared" }).getByRole("button", { name: "More actions for To be shared" }).click();
    await ann.getByRole("menuitem", { name: "Share", exact: true }).click();
    await dialog.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
    await dialog.getByRole("button", { name: "Share", exact: true }).click();
  };
  await share();
  await expect(dialog.getByText(LATE)).toBeVisible();
  await letAnn();
  await share();
  await seeToast(ann, "Items shared successfully");

  const letBob = await without(bob, "hpke");
  await signIn(bob, product.origin, BOB);
  await at("/sharing-center?tab=with-me")(bob);
  await expect(bob.getByText(LATE).first()).toBeVisible();
  await expect(bob.getByText("(Decryption failed)")).toHaveCount(0);
  await letBob();
  await bob.reload();
  await expect(bob.getByRole("button", { name: "View To be shared" })).toBeVisible();
});
