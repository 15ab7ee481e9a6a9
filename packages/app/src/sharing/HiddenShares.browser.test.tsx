/** What a person does not want to have of what others share: hidden by one press, and shown again by another. */
import type { Client, ShareRow } from "@coffer/client";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { PartOf } from "../testing/fake-client.ts";
import { anItem } from "../testing/sample-items.ts";
import { aShare } from "../testing/sample-shares.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { SharingCenterPage } from "./SharingCenterPage.tsx";

const SHOP = anItem("Shop", { isOwner: false, permission: "read", sharedBy: "eve@example.com" });
const aRow = (name: string | null, more: Partial<ShareRow> = {}): ShareRow =>
  aShare(name, { itemId: SHOP.id, person: "eve@example.com", ...more });

const draw = (verbs: PartOf<Client["sharing"]>) =>
  renderVault(<SharingCenterPage />, {
    items: [SHOP],
    at: "/sharing-center?tab=with-me",
    features: { sharing: { sharedByMe: async () => [], knownEmails: async () => [], ...verbs } },
  });
const button = (name: string | RegExp) => page.getByRole("button", { name });

/** A list of what Eve shares that does as it is told. */
function someShares(...rows: ShareRow[]) {
  let hidden: readonly string[] = rows.filter(({ isHidden }) => isHidden).map(({ id }) => id);
  let failures = 1;
  const fail = async (): Promise<unknown> => failures-- > 0 && Promise.reject(new Error("no connection"));
  return {
    sharedWithMe: async () => rows.map((row) => ({ ...row, isHidden: hidden.includes(row.id) })),
    hideShares: async ({ shares }: { readonly shares: readonly Pick<ShareRow, "id">[] }) => {
      await fail();
      hidden = [...hidden, ...shares.map(({ id }) => id)];
    },
    showShares: async ({ shares }: { readonly shares: readonly Pick<ShareRow, "id">[] }) => {
      await fail();
      hidden = hidden.filter((id) => shares.every((one) => one.id !== id));
    },
  };
}

it("hides all of a line, says so where it fails, and gives it back by Undo", async () => {
  await draw(someShares(aRow("Shop"), aRow("Telly")));
  await button("Hide what eve@example.com shares: Shop, Telly").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to hide it");
  await expect.element(page.getByText("Telly")).toBeVisible();
  await button("Hide what eve@example.com shares: Shop, Telly").click();
  await expect.element(page.getByText("2 shares hidden from you. eve@example.com is not told.")).toBeVisible();
  await expect.element(page.getByText("You have hidden what others share with you.")).toBeVisible();
  await button("Undo").click();
  await expect.element(button("Hide what eve@example.com shares: Shop, Telly")).toBeVisible();
  expect(button(/what you have hidden/).elements()).toEqual([]);
});

it("lists what is hidden when it is asked for, by the name it had, and shows each again by a press", async () => {
  await draw(someShares(aRow("Shop", { isHidden: true }), aRow(null, { isHidden: true })));
  expect(page.getByText("Shop").elements()).toEqual([]);
  await button("Show what you have hidden (2)").click();
  const hidden = page.getByRole("region", { name: "Hidden" });
  await expect.element(hidden.getByText("Something that was not shown")).toBeVisible();
  await button("Show Shop of eve@example.com again").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to show it again");
  await button("Show Shop of eve@example.com again").click();
  await expect.element(button("Hide what eve@example.com shares: Shop")).toBeVisible();
  await expect.element(button("Close what you have hidden (1)")).toBeVisible();
});
