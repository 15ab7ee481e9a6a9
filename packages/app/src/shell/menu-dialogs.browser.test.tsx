/** A dialog that ends late, and the one that was opened meanwhile: only its own is closed. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../testing/sample-items.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { MenuDialogHost, openDialog } from "./menu-dialogs.tsx";

it("what was taken back closes no other dialog, and the focus returns to what opened it", async () => {
  const taking = Promise.withResolvers<{ undo: []; staying: []; failure: null }>();
  const shop = anItem("Shop", { fields: { password: "Tulips2024" } });
  const was = { fields: shop.fields, categoryId: null, favourite: false };
  const gone = { what: "gone", now: shop, was, fields: [], isMoved: false, isMarked: false } as const;
  const screen = (
    <>
      <button type="button" onClick={() => openDialog("time")}>
        Open it
      </button>
      <MenuDialogHost />
    </>
  );
  await renderVault(screen, {
    verbs: {
      asOf: async ({ at }) => ({ at, differences: [gone], same: [], notShown: [] }),
      takeBack: () => taking.promise,
    },
  });
  const opener = page.getByRole("button", { name: "Open it" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Go back in time" });
  await sheet.getByRole("button", { name: "Yesterday" }).click();
  await sheet.getByRole("button", { name: "Take back all 1" }).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  openDialog("export");
  const exporting = page.getByRole("dialog", { name: "Export File" });
  await expect.element(exporting).toBeVisible();
  taking.resolve({ undo: [], staying: [], failure: null });
  await expect.element(page.getByText(/^"Shop" is as of /)).toBeVisible();
  await expect.element(exporting).toBeVisible();
});
