/** In the real browser too: what a person types is in no request, no storage of the browser, no file and no log of the server. */
import { expect, test } from "@playwright/test";
import { newProfile, PASSWORD, register, signIn, typeDraft, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "canary@example.com";
const MARKERS = ["Kanarientitel7731", "kanarie-user-7731", "Kanarien-Pass-7731!", "Kanarienotiz7731", "Kanarientresor7731"];

const disguises = (text: string): string[] => {
  const bytes = Buffer.from(text);
  const phases = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(shift ? 4 : 0, -4),
  );
  return [text, bytes.toString("hex"), Buffer.from(text, "utf16le").toString("latin1"), encodeURIComponent(text), ...phases].map((one) =>
    one.toLowerCase(),
  );
};

function expectClean(name: string, text: string): void {
  const haystack = text.toLowerCase();
  const found = [...MARKERS, PASSWORD].filter((marker) => disguises(marker).some((disguise) => haystack.includes(disguise)));
  expect(found, name).toEqual([]);
}

test("nothing that was typed leaves the page", async ({ browser }) => {
  const page = await newProfile(browser);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()}\n${request.postDataBuffer()?.toString("latin1") ?? ""}`));
  await register(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  const [title = "", user = "", password = "", note = "", vault = ""] = MARKERS;

  await page.getByRole("button", { name: "Add item" }).first().click();
  await page.getByRole("menuitem", { name: "Password" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Username / Email" }).fill(user);
  await page.getByRole("textbox", { name: "Password", exact: false }).first().fill(password);
  await typeDraft(page, () => page.getByRole("textbox", { name: "Notes" }).fill(note));
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByText("Password added successfully")).toBeVisible();
  await page.goto(`${product.origin}/vaults`);
  await page
    .getByRole("button", { name: /Create New Vault|Create vault|Add vault/i })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Name" }).fill(vault);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  await expect(page.getByText("Vault created successfully")).toBeVisible();

  expect(sent.filter((request) => request.includes("/api/")).length).toBeGreaterThan(5);
  expectClean("requests", sent.join("\n"));
  const { origins } = await page.context().storageState({ indexedDB: true });
  expectClean("storage of the browser", JSON.stringify(origins));
  expectClean("files of the server", await product.files());
  expectClean("log of the server", product.log());
});
