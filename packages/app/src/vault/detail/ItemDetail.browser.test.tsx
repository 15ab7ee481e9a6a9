/** An item in full: what is read of it, and where its menu and its history lead. */
import type { Draft, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { type Passkey, readPasskeys, writePasskeys } from "@coffer/core/items/passkeys";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const FIELDS = {
  username: "ann",
  password: "Tulips2024",
  website_url: "https://shop.example",
  url_match: "exact",
  more_urls: '[{"url":"https://two.example","match":"domain"},{"url":"^https://.*","match":"regex"}]',
  custom_fields: '[{"label":"Recovery word","type":"hidden","value":"plum","section":"Recovery"}]',
  password_history: '[{"value":"Daisies2023","at":1700000000000}]',
};

async function open(more: Partial<Item> = {}, verbs: NonNullable<Parameters<typeof renderVault>[1]>["verbs"] = {}) {
  const item = anItem("Shop", { ...more, fields: { ...FIELDS, ...more.fields } });
  await renderVault(<KindPage kind={item.kind} />, { items: [item], at: `${kindOf(item.kind).page}?item=${item.id}`, verbs });
  return page.getByRole("dialog", { name: "Shop" });
}

it("shows what is in it, secrets only once they are revealed", async () => {
  const detail = await open();
  await expect.element(detail.getByText("https://shop.example")).toBeVisible();
  await expect.element(detail.getByText("Matches: Exact")).toBeVisible();
  await expect.element(detail.getByText("https://two.example")).toBeVisible();
  // A pattern leads nowhere.
  expect(detail.getByRole("button", { name: /^Open web/ }).all()).toHaveLength(2);
  await expect.element(detail.getByRole("heading", { name: "Recovery" })).toBeVisible();
  await expect.element(detail.getByText("Tulips2024")).not.toBeInTheDocument();
  await detail.getByRole("button", { name: "Reveal password for Shop" }).click();
  await expect.element(detail).toHaveTextContent("Tulips2024");
});

it("says that it is loading until it is opened, and no longer, also where that fails", async () => {
  for (const isOpened of [true, false]) {
    const opening = Promise.withResolvers<Item>();
    const detail = await open({}, { open: () => opening.promise });
    const loading = detail.getByRole("status", { name: "Loading" });
    await expect.element(loading).toBeInTheDocument();
    if (isOpened) opening.resolve(anItem("Shop", { fields: FIELDS }));
    else opening.reject(new TypeError("Failed to fetch"));
    await expect.element(loading).not.toBeInTheDocument();
    await cleanup();
  }
});

it("shows what is written from right to left as it is written", async () => {
  const detail = await open({ fields: { username: "דנה" } });
  await expect.poll(() => getComputedStyle(detail.getByText("דנה").element()).direction).toBe("rtl");
  expect(getComputedStyle(detail.getByText("https://shop.example").first().element()).direction).toBe("ltr");
});

it("shows an item in the list and in full whatever moment its record claims (T6)", async () => {
  const note = anItem("", { kind: "note", createdAt: 9e15, updatedAt: 9e15, fields: { name: "From far away", notes: "x" } });
  await renderVault(<KindPage kind="note" />, { items: [note], at: `/notes?item=${note.id}` });
  const detail = page.getByRole("dialog", { name: "From far away" });
  await expect.element(detail).toHaveTextContent("Unknown date");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "From far away", exact: true })).toBeVisible();
});

it("leads to a copy of itself, named so, which is not saved yet", async () => {
  const detail = await open();
  await detail.getByRole("button", { name: "More actions for Shop" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect.element(page.getByRole("dialog", { name: kindOf("password").words.create })).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Title" })).toHaveValue("Shop (copy)");
});

it("leads back to an earlier password, in a form that is not saved yet", async () => {
  const detail = await open();
  await detail.getByRole("button", { name: "Show password history of Shop" }).click();
  await detail.getByRole("button", { name: /^Use again:/ }).click();
  await expect.element(page.getByRole("textbox", { name: "Password" })).toHaveValue("Daisies2023");
});

const PASSKEY: Passkey = {
  ...{ id: "AQ", rpId: "shop.example", rpName: "", user: "AQ", name: "ann@shop", displayName: "", alg: -7, prf: true },
  ...{ at: Date.UTC(2026, 0, 15, 12), state: "kept", since: 0 },
};

it("shows its passkeys by site, account and day; one is removed, taken back, and returned", async () => {
  const saved: string[] = [];
  const update = async ({ base, draft }: { base: Item; draft: Draft }) => {
    saved.push(
      readPasskeys(draft.fields.x_passkeys ?? "")
        .map(({ state }) => state)
        .join(),
    );
    return { item: { ...base, fields: draft.fields }, keptAs: null };
  };
  const removed: Passkey = { ...PASSKEY, id: "Ag", rpId: "old.example", state: "removed", since: Date.now() };
  const detail = await open({ fields: { x_passkeys: writePasskeys([PASSKEY, removed]) } }, { update });
  await expect.element(detail.getByText("shop.example", { exact: true })).toBeVisible();
  await expect.element(detail.getByText("ann@shop, added Jan 15, 2026.", { exact: true })).toBeVisible();
  await expect.element(detail.getByText(/Removed .* gone for good on /)).toBeVisible();
  const isStruck = (rpId: string) =>
    getComputedStyle(detail.getByText(rpId, { exact: true }).element()).textDecorationLine === "line-through";
  expect([isStruck("shop.example"), isStruck("old.example")]).toEqual([false, true]);
  await detail.getByRole("button", { name: "Remove the passkey for shop.example of Shop" }).click();
  // It stays until its button is pressed: what was seen alone is taken away.
  await expect.element(page.getByText("Passkey removed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await seeToast("The passkey is as it was");
  await detail.getByRole("button", { name: "Return the passkey for old.example of Shop" }).click();
  await seeToast("Passkey returned");
  expect(saved).toEqual(["removed,removed", "kept,removed", "kept,kept"]);
});

it("says of a copy that it has no passkeys, and never opens their keys for it", async () => {
  const asked: object[] = [];
  const item = anItem("Shop", { fields: { ...FIELDS, x_passkeys: writePasskeys([PASSKEY]) } });
  const opens = async (what: object) => {
    asked.push(what);
    return item;
  };
  const detail = await open(item, { open: opens });
  await detail.getByRole("button", { name: "More actions for Shop" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await seeToast("The copy has no passkeys: they stay in the original");
  expect(asked.filter((what) => "withKeys" in what)).toEqual([]);
});

it("shows no passkey that was removed thirty days ago, and lets no reader remove one", async () => {
  const old: Passkey = { ...PASSKEY, id: "Ag", rpId: "old.example", state: "removed", since: 1 };
  const fields = { x_passkeys: writePasskeys([PASSKEY, old]) };
  const detail = await open({ fields, isOwner: false, permission: "read" });
  await expect.element(detail.getByText("shop.example", { exact: true })).toBeVisible();
  await expect.element(detail.getByText("old.example", { exact: true })).not.toBeInTheDocument();
  await expect.element(detail.getByRole("button", { name: /passkey/ })).not.toBeInTheDocument();
});

it("shows the password in large type, and Escape closes only that", async () => {
  const detail = await open();
  await detail.getByRole("button", { name: "More actions for Shop" }).click();
  await page.getByRole("menuitem", { name: "Show password in large type" }).click();
  const large = page.getByRole("dialog", { name: "Shop: password" });
  await expect.element(large.getByRole("listitem").nth(9)).toHaveTextContent("4");
  await userEvent.keyboard("{Escape}");
  await expect.element(large).not.toBeInTheDocument();
  await expect.element(detail).toBeVisible();
});

it("that does not open says so, and copies, edits and opens nothing", async () => {
  const detail = await open({ state: "tampered" });
  await expect.element(detail.getByText(/^Part of this item could not be decrypted/)).toBeVisible();
  await expect.element(detail.getByRole("button", { name: "Edit", exact: true })).toBeDisabled();
  await expect.element(detail.getByRole("button", { name: /^(Copy|Open) / })).not.toBeInTheDocument();
});

it.each(["card", "bank", "personal", "note"] as const)("of kind %s that does not open says so in its kind's words", async (kind) => {
  const { title, words } = kindOf(kind);
  await open({ kind, state: "tampered", fields: { [title]: "Shop" } });
  await seeToast(words.openFailed);
});

it("that cannot be opened says so in its kind's words", async () => {
  const detail = await open({}, { open: () => Promise.reject(new TypeError("Failed to fetch")) });
  await expect.element(detail.getByText(kindOf("password").words.openFailed)).toBeVisible();
});

it("of someone else can only be viewed by a user with read access", async () => {
  const detail = await open({ isOwner: false, permission: "read" });
  await expect.element(detail.getByText("Shared with you")).toBeVisible();
  await expect.element(detail.getByRole("button", { name: "Edit", exact: true })).not.toBeInTheDocument();
  await expect.element(detail.getByRole("button", { name: "Delete", exact: true })).not.toBeInTheDocument();
});

it("in a vault of several says who saved it last and when, and whose it is; who deletes it is told that, and offered nothing that is refused", async () => {
  const bob = { id: crypto.randomUUID(), email: "bob@example.com" };
  const detail = await open({ isOwner: false, permission: "write", sharedBy: "ann@example.com", belongsTo: bob, author: bob });
  await expect.element(detail.getByText(/^Jan 15, 2026, \d+:\d\d [AP]M by bob@example\.com$/)).toBeVisible();
  await expect.element(detail.getByText("Belongs to")).toBeVisible();
  await detail.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByText(/It belongs to bob@example\.com, who is told and can bring it back\./)).toBeVisible();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(page.getByText(/was deleted$/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

it("stays where someone changed it before it was to be deleted here, and says so", async () => {
  const detail = await open({}, { remove: async ({ ids }) => [...ids] });
  await detail.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await seeToast('"Shop" was changed by someone else meanwhile, so not deleted');
  await expect.element(detail.getByText("https://shop.example")).toBeVisible();
});
