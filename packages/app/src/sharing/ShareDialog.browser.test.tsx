/** The dialog that shares, over a vault in memory. */
import type { Item } from "@coffer/core/items/item";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../testing/sample-items.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { ShareDialog } from "./ShareDialog.tsx";

const HOME = aVault("Home");

/** Counts how often anything of an item is looked at. */
function counted(items: readonly Item[]) {
  let looks = 0;
  const seen = items.map(
    (item) =>
      new Proxy(item, {
        get(target, key, self) {
          looks += 1;
          return Reflect.get(target, key, self);
        },
      }),
  );
  return { seen, looks: () => looks };
}

it.each([
  ["a vault", { id: HOME.id, kind: "category" as const }],
  ["what is chosen in it", null],
])("of %s keeps up with the typing: a letter of the recipient looks at nothing of the vault", async (_, target) => {
  const { seen, looks } = counted(Array.from({ length: 40 }, (_one, index) => anItem(`Item ${index}`, { categoryId: HOME.id })));
  await renderVault(<ShareDialog target={target} onClose={() => undefined} />, {
    items: seen,
    vaults: [HOME],
    features: { sharing: { knownEmails: async () => [] } },
  });
  const email = page.getByRole("combobox", { name: "Recipient email" }).or(page.getByRole("textbox", { name: "Recipient email" }));
  await email.click();
  await userEvent.keyboard("b");
  const before = looks();
  expect(before).toBeGreaterThan(0);
  await userEvent.keyboard("ob@example.com");
  await expect.element(email).toHaveValue("bob@example.com");
  expect(looks()).toBe(before);
});

const SHARED = aVault("Shared", { scopeId: crypto.randomUUID() });

it.each([
  ["an item", anItem("Boat", { revision: 2 }), "item", '"Boat"'],
  ["an item in a shared vault", anItem("Boat", { revision: 2, categoryId: SHARED.id, scopeId: SHARED.scopeId }), "item", '"Boat"'],
  ["a vault", anItem("Boat", { revision: 2, categoryId: HOME.id }), HOME.id, '"Boat"'],
  ["an item that was saved once", anItem("Boat"), "item", null],
  ["an item that is shared already", anItem("Boat", { revision: 2, scopeId: crypto.randomUUID() }), "item", null],
  ["a vault that is shared already", anItem("Boat", { revision: 2, categoryId: SHARED.id, scopeId: SHARED.scopeId }), SHARED.id, null],
])("of %s says before the press whether earlier versions stay behind", async (_, item, what, named) => {
  const target = what === "item" ? { id: item.id, kind: item.kind } : { id: what, kind: "category" as const };
  await renderVault(<ShareDialog target={target} onClose={() => undefined} />, {
    items: [item],
    vaults: [HOME, SHARED],
    features: { sharing: { knownEmails: async () => [] } },
  });
  await expect.element(page.getByRole("button", { name: "Share", exact: true })).toBeVisible();
  const going = page.getByText(/deletes the earlier versions/);
  if (named)
    await expect.element(going).toHaveTextContent(`Sharing deletes the earlier versions of ${named}. Only what it holds now is kept.`);
  else await expect.element(going).not.toBeInTheDocument();
});

it("says with an end, and only there, that earlier versions go with the last one", async () => {
  await renderVault(<ShareDialog target={{ id: BOAT.id, kind: BOAT.kind }} onClose={() => undefined} />, {
    items: [BOAT],
    features: { sharing: { knownEmails: async () => [] } },
  });
  const end = page.getByRole("combobox", { name: "Expires In" }).or(page.getByRole("textbox", { name: "Expires In" }));
  await expect.element(end).toBeVisible();
  const going = page.getByText("If no one else has it when that ends, its earlier versions are deleted. Only what it holds then is kept.");
  await expect.element(going).not.toBeInTheDocument();
  await end.click();
  await page.getByRole("option", { name: "30 days" }).click();
  await expect.element(going).toBeVisible();
});

const BOAT = anItem("Boat");
