/** A passkey that opens the vault, with the browser's own authenticator: added in the settings, used to unlock and to sign in, removed. The master password opens it all along. */
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { logout, openMenu, turnOnSecondFactor } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";

let page: Page;
let cdp: CDPSession;
let authenticatorId: string;
/** What the page has sent to the server. */
const sent: string[] = [];

test.describe.configure({ mode: "serial" });

/** Keeps a copy of every secret output, before the product wipes it. */
function noteOutputs(): void {
  const outputs: string[] = [];
  Object.assign(globalThis, { outputs });
  for (const kind of ["create", "get"] as const) {
    const { [kind]: native } = CredentialsContainer.prototype;
    CredentialsContainer.prototype[kind] = async function noted(this: CredentialsContainer, options?: object) {
      const found = (await native.call(this, options)) as PublicKeyCredential | null;
      const { prf } = (found?.getClientExtensionResults() ?? {}) as { prf?: { results?: { first: ArrayBuffer } } };
      if (prf?.results !== undefined) outputs.push(String.fromCharCode(...new Uint8Array(prf.results.first)));
      return found;
    };
  }
}

test.beforeAll(async ({ browser }) => {
  page = await newProfile(browser);
  await page.addInitScript(noteOutputs);
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    ...({ protocol: "ctap2", transport: "internal", ctap2Version: "ctap2_1" } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, hasPrf: true, isUserVerified: true, automaticPresenceSimulation: true },
  };
  ({ authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options }));
  await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
});

const usePasskey = () => page.getByRole("button", { name: "Use a passkey" });
const isOpen = () => expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
const held = async (): Promise<number> => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;

async function lock(): Promise<void> {
  await openMenu(page);
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
}

/** Until the server has its half: a page that is loaded before asks for the master password once more. */
async function unlockByPassword(): Promise<void> {
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  const left = page.waitForResponse((response) => response.url().endsWith("/users/session-half") && response.request().method() === "PUT");
  await page.getByRole("button", { name: "Unlock" }).click();
  await left;
  await isOpen();
}

async function add(name: string): Promise<void> {
  await page.goto(`${product.origin}/settings#passkeys`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill(name);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}

test("it is added in the settings, which say what still opens the vault and where the passkey is stored", async () => {
  await page.goto(`${product.origin}/settings#passkeys`);
  await expect(page.getByText(/Your master password and your recovery key always open it too/)).toBeVisible();
  await add("Laptop");
  const said = page.getByRole("status").filter({ hasText: "on this one device alone" });
  await expect(said).toBeVisible();
  await said.getByRole("button").click();
  expect(await held()).toBe(1);
  expect(await screenProblems(page)).toEqual([]);
});

test("it unlocks the vault with one press, and the master password does so too", async () => {
  await page.goto(`${product.origin}/all-items`);
  await lock();
  expect(await screenProblems(page)).toEqual([]);
  await usePasskey().click();
  await isOpen();
  await lock();
  await unlockByPassword();
});

test("it signs in with one press; a second factor is not asked for in addition", async () => {
  await turnOnSecondFactor(page, product.origin);
  await page.goto(`${product.origin}/all-items`);
  await logout(page);
  await expect(usePasskey()).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await usePasskey().click();
  await isOpen();
  await expect(page.getByText("You signed in without a code")).toHaveCount(0);
});

test("its secret output is in nothing that the page sent, and in nothing that the server or the browser keeps", async () => {
  const outputs = await page.evaluate(() => (globalThis as unknown as { outputs: string[] }).outputs);
  expect(outputs.length).toBeGreaterThan(0);
  const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  const seen = [sent.join("\n"), await product.files(), kept, product.log()].join("\n");
  expect(sent.join("\n")).toContain("/users/passkeys/sign-in");
  expect(sent.join("\n")).not.toMatch(/clientExtensionResults|"prf"|hmacGetSecret/);
  for (const output of outputs)
    for (const form of ["base64url", "base64", "hex", "latin1"] as const)
      expect(seen).not.toContain(Buffer.from(output, "latin1").toString(form));
});

test("what cannot be taken back asks for the master password, which was not typed here", async () => {
  await page.goto(`${product.origin}/settings#passkeys`);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
  await page.getByRole("textbox", { name: "Master password", exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Remove Laptop" })).toHaveCount(0);
});

test("removed, it is offered no more, and opens nothing where a device has not seen that; the master password does", async () => {
  await page.goto(`${product.origin}/all-items`);
  await lock();
  await expect(usePasskey()).toBeHidden();
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith("device:passkeys:")) localStorage.removeItem(name);
  });
  await page.reload();
  await usePasskey().click();
  await expect(page.getByText(/does not open your vault/).or(page.getByText("Failed to unlock"))).toHaveCount(await held());
  await unlockByPassword();
});

test("with every passkey gone from its device, the master password opens the vault as ever", async () => {
  await add("Desk");
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
  await page.goto(`${product.origin}/all-items`);
  await lock();
  await unlockByPassword();
});
