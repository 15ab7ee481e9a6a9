/** Sharing first, account later: an unknown address is invited, what was chosen waits for it, and is theirs by one press once they have joined. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin, mailedLink } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { choose, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(240_000);

const TITLE = "Quiet Harbour Bank";

const shoot = async (page: Page, name: string): Promise<void> => {
  if (!process.env.SHOTS) return;
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${process.env.SHOTS}/first-${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

test("what is shared with someone without an account waits for them, and is theirs by one press once they have joined", async ({
  page: ann,
  browser,
}) => {
  const [sharer, zoe] = ["ann@example.com", "zoe@example.com"];
  await enrol(product.firstAdminLink, sharer);
  await signIn(ann, product.origin, sharer);
  await addLogin(ann, product.origin, TITLE);
  await goTo(ann, "Sharing Center");
  await ann.getByRole("button", { name: "Share Item" }).click();
  const dialog = ann.getByRole("dialog", { name: "Share Items" });
  await choose(dialog, "Items", TITLE);
  await ann.keyboard.press("Tab");
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill(zoe);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await seeToast(ann, "Invitation sent successfully");
  await expect(ann.getByText(`Waiting for ${zoe} to join`)).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "waiting");

  await enrol(await mailedLink(product, zoe), zoe);
  await ann.reload();
  await expect(ann.getByText(`${zoe} has joined and waits for you`)).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "joined");
  await ann.getByRole("button", { name: `Share now with ${zoe}` }).click();
  await seeToast(ann, "Items shared successfully");
  await expect(ann.getByRole("button", { name: `Access level of ${zoe} to ${TITLE}: Read` })).toBeVisible();
  await expect(ann.getByText("has joined and waits for you")).toHaveCount(0);

  const theirs = await newProfile(browser);
  await signIn(theirs, product.origin, zoe);
  await expect(theirs.getByText(TITLE).first()).toBeVisible();
});
