/** A share that the server lists again, made by real clients. */

import { expect, type Page } from "@playwright/test";
import { asShown } from "../flows/sharing-setup.ts";
import type { Product } from "../journeys/world.ts";
import { emailOf, signedIn, signedUp } from "./accounts.ts";

const BY_ME = "**/api/share/items/shared-by-me";

/** The server lists a share again that its owner has taken back, with the owner's signature of then. */
export const listAgain = async (page: Page, product: Product): Promise<void> => {
  const email = `guest-${Date.now()}@example.com`;
  await (await signedUp(product, email, await product.invite())).account.logout();
  const lead = await signedIn(product, emailOf("lead"));
  const shared = (await lead.sharing.sharedByMe()).find(({ name }) => name === "City Library");
  await lead.sharing.share({ id: shared?.itemId ?? "", email, permission: "read", expiresAt: null });
  let given: object | undefined;
  await page.route(BY_ME, async (route) => {
    const rows = (await (await route.fetch()).json()) as { readonly shared_with_email: string }[];
    const now = rows.find((row) => row.shared_with_email === email);
    given ??= now;
    await route.fulfill({ json: now || !given ? rows : [...rows, given] });
  });
  await page.reload();
  await expect.poll(() => given, { timeout: 30_000 }).toBeDefined();
  await lead.sharing.revoke(asShown((await lead.sharing.sharedByMe()).find(({ person }) => person === email)));
  await lead.account.logout();
  await page.reload();
  await page.getByText("you took it back or never gave it").first().waitFor();
};
