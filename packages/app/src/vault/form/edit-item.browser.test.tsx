/** The form of an item that exists: its values, conflicts with another device, and what may not be changed. */
import type { SaveOutcome } from "@coffer/client";
import type { Draft, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { CONTENTS, existing, item, open } from "./testing/item-form.tsx";

describe("an item that exists", () => {
  it("opens with its values and the focus in its title", async () => {
    const { field } = await open(existing(item()));
    await expect.element(field("Title")).toHaveValue("GitHub");
    await expect.element(field("Title")).toHaveFocus();
  });

  it("keeps a choice that is in no list, as an import may bring it (unknown choice)", async () => {
    const base = anItem("Card", {
      kind: "card",
      fields: { name: "Everyday", card_type: "charge", card_holder_name: "ANN", card_number: "4111", expiration_date: "12/31" },
    });
    const update = vi.fn(async (_: { base: Item; draft: Draft }): Promise<SaveOutcome> => ({ item: base, keptAs: null }));
    const world = existing(base);
    const { field } = await open({ ...world, vault: { ...world.vault, update } });
    await expect.element(page.getByRole("combobox", { name: "Card Type" })).toHaveValue("charge");
    await field("Card Number").fill("4222222222222");
    await page.getByRole("combobox", { name: "Card Type" }).click();
    await expect.element(page.getByRole("option", { name: "charge" })).toBeVisible();
    await page.getByRole("option", { name: "charge" }).click();
    await page.getByRole("button", { name: /^Update/ }).click();
    await expect.poll(() => update.mock.calls[0]?.[0].draft.fields.card_type).toBe("charge");
  });

  it.each([
    [{ toChoose: ["password"] }, '"GitHub" was changed by someone else too. Choose in it between two versions of: Password.'],
    [{ isBack: true }, '"GitHub" was deleted meanwhile. Your edit brought it back.'],
    [
      { keptAs: item({}, { id: "new" }) },
      '"GitHub" was changed by someone else too, and has no room for both. What you typed was kept as a new item.',
    ],
  ])("tells what came of it when someone else was faster %#", async (met, said) => {
    const base = item();
    const world = existing(base);
    const update = async (): Promise<SaveOutcome> => ({ item: base, keptAs: null, ...met });
    const { field, save, onClose } = await open({ ...world, vault: { ...world.vault, update } });
    await field("Username / Email").fill("bob");
    await save.click();
    await expect.element(page.getByText(said)).toBeVisible();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["was deleted meanwhile", {}],
    ["is not shared with you any more", { isOwner: false, permission: "write", sharedBy: "bob@example.com" }],
  ] as const)("tells when it %s, and does not say that it was changed (V-9)", async (happened, more) => {
    const base = item({}, more);
    const copy = item({}, { id: "copy" });
    const world = existing(base);
    const update = async (): Promise<SaveOutcome> => ({ item: copy, keptAs: copy });
    const { field, save } = await open({ ...world, vault: { ...world.vault, update } });
    await field("Username / Email").fill("bob");
    await save.click();
    await expect.element(page.getByText(`"GitHub" ${happened}. What you typed was kept as a new item.`)).toBeVisible();
    await expect.element(page.getByText("was changed by someone else too")).not.toBeInTheDocument();
  });

  it("says that it cannot be edited when it does not open", async () => {
    await open(existing(item({}, { state: "tampered" })));
    await expect.element(page.getByText("Failed to prepare entry for editing")).toBeVisible();
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  });

  const read = item({}, { isOwner: false, permission: "read", sharedBy: "bob@example.com" });

  it("is only shown, with its name and owner, to a user who may not change it", async () => {
    const contents = { ...CONTENTS, items: [read] };
    await open({ ...existing(read), vault: { open: async () => read, contents: () => contents, pull: async () => contents } });
    const view = page.getByRole("dialog", { name: kindOf("password").words.view });
    await expect.element(view.getByText("GitHub", { exact: true })).toBeVisible();
    await expect.element(view.getByText("Shared by bob@example.com")).toBeVisible();
    await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  });

  it("shows nothing any more of what has ended while it was looked at", async () => {
    const end = Date.now() + 2_000;
    const contents = () => (Date.now() < end ? { ...CONTENTS, items: [read], nextEnd: end } : CONTENTS);
    const asked = async () => contents();
    await open({ ...existing(read), vault: { open: async () => read, contents, local: asked, pull: asked } });
    await expect.element(page.getByText("ann", { exact: true })).toBeVisible();
    await expect.element(page.getByText("This item is no longer shared with you.")).toBeVisible();
    await expect.element(page.getByText("ann", { exact: true })).not.toBeInTheDocument();
  });

  it("is dirty from the start when it was opened with an earlier password, and Cancel asks", async () => {
    const base = item();
    const { field, onClose } = await open({ ...existing(base), target: { kind: "password", item: base, changes: { password: "older" } } });
    await expect.element(field("Password")).toHaveValue("older");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});
