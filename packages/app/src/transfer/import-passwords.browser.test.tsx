/** Passwords that an import replaces: they are in its receipt, and come back with its Undo. */
import { ClientError } from "@coffer/client";
import type { Draft, Item } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { KNOWN, openWizard, review, type SavedRecords } from "./testing/wizard.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const receipt = page.getByRole("region", { name: "Receipt of the import" });
const FILE = "name,url,username,password\nK,https://known.example/login,BOB,four\n";
const WITH_NEW = `${FILE}Mail,https://mail.example,ann,five\n`;

/** A vault whose one login is saved again, and what was asked of it. */
function savedVault() {
  let now = KNOWN;
  const asked: [password: string, isUndo: boolean][] = [];
  const update = vi.fn(async ({ draft, isUndo = false }: { base: Item; draft: Draft; isUndo?: boolean }) => {
    asked.push([draft.fields.password ?? "", isUndo]);
    now = { ...now, fields: draft.fields, revision: now.revision + 1 };
    return { item: now, keptAs: null };
  });
  return {
    asked,
    update,
    openMany: async () => [now],
    change(password: string | undefined) {
      const { password: _, ...fields } = now.fields;
      now = { ...now, fields: password === undefined ? fields : { ...fields, password } };
    },
  };
}

/** A device without room for one of its records. */
class FullFor extends Map<string, unknown> {
  readonly #place: string;

  constructor(place: string) {
    super();
    this.#place = place;
  }

  override set(place: string, value: unknown): this {
    if (place === this.#place) throw new DOMException("No room", "QuotaExceededError");
    return super.set(place, value);
  }
}

type Saved = ReturnType<typeof savedVault>;

async function updated({ update, openMany }: Saved, text = FILE, start = "Import 0 new items, update 1", kept: SavedRecords = new Map()) {
  const wizard = await review({ kept, verbs: { vault: { update, openMany } } }, text);
  await page.getByRole("combobox", { name: "Changed passwords" }).or(page.getByLabelText("Changed passwords")).first().click();
  await page.getByRole("option", { name: "Update the password in the vault" }).click();
  await button(start).click();
  return wizard;
}

async function undo(question: string) {
  await receipt.getByRole("button", { name: "Undo import" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Undo import" });
  await expect.element(dialog).toHaveTextContent(question);
  await dialog.getByRole("button", { name: "Undo import" }).click();
}

it("are updated when the user chose so, and nothing else is written; the receipt counts them, and its Undo puts them back", async () => {
  const vault = savedVault();
  const { runs } = await updated(vault);
  await expect.element(receipt).toHaveTextContent("0 items imported from Chrome, 1 password updated.");
  expect([vault.asked, runs]).toEqual([[["four", false]], []]);
  await undo("1 password of a login that was there before will be put back.");
  await expect
    .poll(() => vault.asked)
    .toEqual([
      ["four", false],
      ["three", true],
    ]);
  await expect.element(receipt).not.toBeInTheDocument();
});

it("are put back together with what was made, also after a reload", async () => {
  const vault = savedVault();
  const kept: SavedRecords = new Map();
  const { unmount } = await updated(vault, WITH_NEW, "Import 1 new item, update 1", kept);
  await expect.element(receipt).toHaveTextContent("1 item imported from Chrome, 1 password updated.");
  expect(JSON.stringify(kept.get("import/receipt"))).not.toContain("three");
  await unmount();
  await openWizard({ kept, verbs: { vault: { update: vault.update, openMany: vault.openMany } } });
  await undo("1 item will be removed from your vault. 1 password of a login that was there before will be put back.");
  await expect.poll(() => vault.asked.at(-1)).toEqual(["three", true]);
  await expect.poll(() => kept.size).toBe(0);
});

it("stay where they were changed since, and are named", async () => {
  const vault = savedVault();
  await updated(vault);
  await expect.element(receipt).toBeVisible();
  vault.change("by hand");
  await undo("will be put back");
  await expect.element(page.getByText("1 item was changed since the import and stayed: Known.")).toBeVisible();
  expect(vault.asked).toEqual([["four", false]]);
});

it("are there again for another try where putting them back failed, and stay where someone was quicker", async () => {
  const vault = savedVault();
  await updated(vault);
  await expect.element(receipt).toBeVisible();
  vault.update.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await undo("will be put back");
  await expect.element(page.getByText("Failed to undo the import")).toBeVisible();
  await expect.element(receipt).toBeVisible();
  vault.update.mockRejectedValueOnce(new ClientError("changed again"));
  await undo("will be put back");
  await expect.element(page.getByText("1 item was changed since the import and stayed: Known.")).toBeVisible();
});

it("are kept in the way back before the first of them is replaced", async () => {
  const vault = savedVault();
  const kept: SavedRecords = new Map();
  vault.update.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await updated(vault, FILE, "Import 0 new items, update 1", kept);
  await expect.element(receipt).toHaveTextContent("The import ended before its last row.");
  expect(kept.get("import/receipt-passwords")).toMatchObject({ all: [{ id: KNOWN.id, before: "three", after: "four" }] });
});

it("that this device has no room to keep are said to stay, and no Undo is offered for them", async () => {
  const vault = savedVault();
  await updated(vault, FILE, "Import 0 new items, update 1", new FullFor("import/receipt-passwords"));
  await expect.element(receipt).toHaveTextContent("0 items imported from Chrome, 1 password updated.");
  await expect
    .element(receipt)
    .toHaveTextContent("The updated password stays: this device had no room for the earlier one, which is in the item's earlier versions.");
  await expect.element(receipt.getByRole("button", { name: "Undo import" })).not.toBeInTheDocument();
  expect(vault.asked).toEqual([["four", false]]);
});

it("that stay are named by the Undo of what was made next to them", async () => {
  const vault = savedVault();
  await updated(vault, WITH_NEW, "Import 1 new item, update 1", new FullFor("import/receipt-passwords"));
  await expect.element(receipt).toHaveTextContent("1 item imported from Chrome, 1 password updated.");
  await undo("1 item will be removed from your vault. The updated password stays");
  await expect.element(receipt).not.toBeInTheDocument();
  expect(vault.asked).toEqual([["four", false]]);
});

it("of a login that had none are not taken for changed since", async () => {
  const vault = savedVault();
  vault.change(undefined);
  vault.update.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await updated(vault);
  await expect.element(receipt).toHaveTextContent("The import ended before its last row.");
  await undo("A password that it may have replaced will be put back.");
  await expect.element(receipt).not.toBeInTheDocument();
  await expect.element(page.getByText(/changed since the import and stayed/)).not.toBeInTheDocument();
  expect(vault.asked).toEqual([]);
});
