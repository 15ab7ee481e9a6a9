/** Every page in both themes, wide and narrow: nothing that axe objects to, nothing that breaks the content security policy, nothing wider than the window. */
import { expect, test } from "@playwright/test";
import { walk } from "./looks.ts";
import { listen, SIGNED_IN } from "./screens.ts";
import { newProfile, register, signIn, useProduct } from "./world.ts";

const product = useProduct();

const EMAIL = "screens@example.com";
const PUBLIC = [
  "/",
  "/features",
  "/login",
  "/register",
  "/privacy-policy",
  "/terms-of-service",
  "/forgot-password",
  "/not-authorized",
  "/nowhere",
];

test("public pages", async ({ browser }) => {
  test.setTimeout(300_000); // thirty-six of them
  const page = await newProfile(browser);
  const complaints = listen(page);
  await page.goto(product.origin);
  expect(await walk(page, product.origin, PUBLIC)).toEqual({});
  expect(complaints).toEqual([]);
});

test("pages behind the sign-in, with nothing in them", async ({ browser }) => {
  test.setTimeout(300_000); // fifty pages
  const page = await newProfile(browser);
  const complaints = listen(page);
  await register(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  expect(await walk(page, product.origin, SIGNED_IN)).toEqual({});
  expect(complaints).toEqual([]);
});
