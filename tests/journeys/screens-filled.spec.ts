/** Every page behind the sign-in as screens.spec.ts walks them, with an item of each kind. A separate file, so that both run at the same time. */
import { expect, test } from "@playwright/test";
import { SIGNED_IN_PATHS } from "../gallery/screens.ts";
import { walk } from "./looks.ts";
import { listen } from "./screens.ts";
import { backupOf, dropFile, ITEMS, importAll } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

const EMAIL = "screens@example.com";

test("pages behind the sign-in, with an item of each kind", async ({ browser }) => {
  test.setTimeout(600_000); // fifty pages, each of which takes 6 s on a machine that does much else
  const page = await newProfile(browser);
  const complaints = listen(page);
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await page.goto(`${product.origin}/vaults`);
  await dropFile(page, "coffer.json", backupOf(ITEMS));
  await importAll(page, `${ITEMS.length} new items`);
  expect(await walk(page, product.origin, SIGNED_IN_PATHS)).toEqual({});
  expect(complaints).toEqual([]);
});
