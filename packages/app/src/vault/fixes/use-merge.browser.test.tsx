/** Which logins of one account become one: those that the same people read, and no others. */
import type { Item } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { pressTwice } from "../../testing/fields.ts";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { useMerge } from "./use-merge.ts";

const aLogin = (title: string, updatedAt: number, more: Partial<Item> = {}): Item =>
  anItem(title, { updatedAt, ...more, fields: { username: "ann", password: "p", ...more.fields } });
const PRIVATE = aLogin("Bank, private", 1, { fields: { totp: "SECRET", notes: "in the drawer" } });
/** Made by this user, in the vault of someone who can date it as they like. */
const SHARED = aLogin("Bank, shared", 9, { scopeId: crypto.randomUUID(), sharedBy: "eve@example.com" });

const Merging = ({ pressed, among }: { readonly pressed: Item; readonly among: readonly Item[] }) => {
  const merge = useMerge();
  return (
    <button
      type="button"
      onClick={() =>
        void merge(
          pressed,
          among.map(({ id }) => id),
        )
      }
    >
      Press
    </button>
  );
};

/** Presses at that item, among all of these. @returns what was saved and deleted, by title */
async function merged(pressed: Item, ...among: readonly Item[]) {
  const update = vi.fn(async ({ base }: { base: Item }) => ({ item: base, keptAs: null }));
  const { held } = await renderVault(<Merging pressed={pressed} among={among} />, {
    items: among,
    verbs: { openMany: async () => [...among], update },
  });
  await page.getByRole("button", { name: "Press" }).click();
  return { update, held };
}

it.each([PRIVATE, SHARED])("nothing of a private login goes into one that others read: $fields.title", async (pressed) => {
  const { update, held } = await merged(pressed, PRIVATE, SHARED);
  await seeToast("The others are read by other people than this one. Move them into the same vault first.");
  expect(page.getByRole("dialog").elements()).toEqual([]);
  expect([update.mock.calls, held.asked]).toEqual([[], []]);
});

it("of three, the two that no one else reads become one, and the one that others read stays", async () => {
  const older = aLogin("Bank, older", 0, { fields: { notes: "the second address is Bob's" } });
  const newest = { ...PRIVATE, fields: { ...PRIVATE.fields, notes: "" } };
  const { update, held } = await merged(older, older, newest, SHARED);
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect.poll(() => held.asked).toEqual([{ verb: "remove", input: { ids: [older.id] } }]);
  expect(update.mock.calls).toMatchObject([[{ base: { id: newest.id }, draft: { fields: { notes: "the second address is Bob's" } } }]]);
});

it("asks once, however often it is pressed before it is answered", async () => {
  const older = aLogin("Bank, older", 0);
  const { held } = await merged(older, older, PRIVATE);
  await pressTwice(page.getByRole("button", { name: "Press" }));
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect.poll(() => held.asked).toEqual([{ verb: "remove", input: { ids: [older.id] } }]);
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
});

it("says so where the others are someone else's", async () => {
  const bobs = aLogin("Bank, Bob's", 5, { isOwner: false, sharedBy: "bob@example.com", scopeId: crypto.randomUUID() });
  const { held } = await merged(PRIVATE, PRIVATE, bobs);
  await seeToast("The others are shared with you, and only their owner can merge them.");
  expect(held.asked).toEqual([]);
});
