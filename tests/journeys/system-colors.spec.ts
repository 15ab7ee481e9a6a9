/** With the colours of the system instead of the themes': what is current, what has the focus and what can be pressed are still seen. */
import { expect, type Locator, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { goTo } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const TITLE = "Quiet Harbour Bank";

const styleOf = (of: Locator, name: string): Promise<string> =>
  of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test("the page that is open, its icons, the field with the focus and the button over the list", async ({ browser }) => {
  const page = await newProfile(browser);
  await enrol(product.firstAdminLink, ANN);
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, TITLE);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.reload();
    await goTo(page, "All Items");
    const sidebar = page.getByRole("navigation", { name: "Main" });
    const [current, other] = [sidebar.getByRole("link", { name: "All Items" }), sidebar.getByRole("link", { name: "Favorites" })];
    await expect(current).toHaveAttribute("aria-current", "page");
    expect([await styleOf(current, "outline-style"), await styleOf(other, "outline-style")]).toEqual(["solid", "none"]);
    for (const link of [current, other]) expect(await styleOf(link.locator("svg"), "color")).toBe(await styleOf(link, "color"));
    expect(await styleOf(page.getByRole("button", { name: "New item" }), "border-style")).toBe("solid");

    await page.getByText(TITLE).first().click();
    await page.getByRole("dialog", { name: TITLE }).waitFor();
    await page.keyboard.press("e");
    const title = page.getByRole("textbox", { name: "Title" });
    await expect(title).toBeFocused();
    expect(await styleOf(page.locator("[data-editing]").filter({ has: title }).last(), "outline-style")).toBe("solid");
  }
});
