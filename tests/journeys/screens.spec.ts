/** Every page in both themes, wide and narrow: nothing that axe objects to, nothing that breaks the content security policy, nothing wider than the window. */
import { expect, test } from "@playwright/test";
import { PUBLIC_PATHS, SIGNED_IN_PATHS } from "../gallery/screens.ts";
import { walk } from "./looks.ts";
import { listen } from "./screens.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

const EMAIL = "screens@example.com";
test("public pages", async ({ browser }) => {
  test.setTimeout(300_000); // thirty-six of them
  const page = await newProfile(browser);
  const complaints = listen(page);
  await page.goto(product.origin);
  expect(await walk(page, product.origin, PUBLIC_PATHS)).toEqual({});
  expect(complaints).toEqual([]);
});

test("pages behind the sign-in, with nothing in them", async ({ browser }) => {
  test.setTimeout(300_000); // fifty pages
  const page = await newProfile(browser);
  const complaints = listen(page);
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  expect(await walk(page, product.origin, SIGNED_IN_PATHS)).toEqual({});
  expect(complaints).toEqual([]);
});
