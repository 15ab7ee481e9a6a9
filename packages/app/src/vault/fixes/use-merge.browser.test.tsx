/** Which logins of one account become one: those that the same people read, and no others. */
import { AppError } from "@coffer/contract/errors";
import type { Draft, Item } from "@coffer/core/items/item";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { pressTwice } from "../../testing/fields.ts";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { lastUndo } from "../../ui/undo.ts";
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
  return mergedBy({}, pressed, ...among);
}

type Verbs = NonNullable<Parameters<typeof renderVault>[1]>["verbs"];

async function mergedBy(verbs: Verbs, pressed: Item, ...among: readonly Item[]) {
  const update = vi.fn(async ({ base, draft }: { base: Item; draft: Draft; isUndo?: boolean }) => ({
    item: { ...base, ...draft, revision: base.revision + 1 },
    keptAs: null,
  }));
  const { held } = await renderVault(<Merging pressed={pressed} among={among} />, {
    items: among,
    verbs: { openMany: async () => [...among], update, ...verbs },
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

describe("its Undo", () => {
  const older = aLogin("Bank, older", 0, { favourite: true, fields: { notes: "of the older", totp: "OLDER" } });
  const newest = aLogin("Bank, newest", 1, { fields: { website_url: "https://bank.example" } });
  const merge = () => page.getByRole("button", { name: "Merge", exact: true }).click();
  const back = {
    base: { id: newest.id, fields: { notes: "of the older" } },
    draft: { favourite: false, fields: { notes: "" } },
    isUndo: true,
  };

  it("brings the others back, and takes what was theirs out of the one that was kept", async () => {
    const { update, held } = await merged(newest, newest, older);
    await merge();
    await seeToast('"Bank, older" was deleted');
    expect(lastUndo()?.label).toBe('merge duplicates of "Bank, newest"');
    await lastUndo()?.run();
    expect(held.asked.map(({ verb }) => verb)).toEqual(["remove", "restore"]);
    expect(update.mock.calls[1]).toMatchObject([back]);
  });

  it("is offered for what was added, too, where the others could not be deleted", async () => {
    const remove = () => Promise.reject(new AppError("forbidden"));
    const { update } = await mergedBy({ remove }, newest, newest, older);
    await merge();
    await seeToast('What only the others have was added to "Bank, newest"');
    await lastUndo()?.run();
    expect(update.mock.calls[1]).toMatchObject([back]);
  });

  it("goes on with what failed where it is tried again", async () => {
    let refusals = 1;
    const seen: boolean[] = [];
    const update = async ({ base, draft, isUndo = false }: { base: Item; draft: Draft; isUndo?: boolean }) => {
      seen.push(isUndo);
      if (isUndo && refusals-- > 0) throw new AppError("unexpected");
      return { item: { ...base, ...draft }, keptAs: null };
    };
    const { held } = await mergedBy({ update }, newest, newest, older);
    await merge();
    await seeToast('"Bank, older" was deleted');
    await lastUndo()?.run();
    await lastUndo()?.run();
    expect([held.asked.map(({ verb }) => verb), seen]).toEqual([
      ["remove", "restore"],
      [false, true, true],
    ]);
  });
});

it("says so where the others are someone else's", async () => {
  const bobs = aLogin("Bank, Bob's", 5, { isOwner: false, sharedBy: "bob@example.com", scopeId: crypto.randomUUID() });
  const { held } = await merged(PRIVATE, PRIVATE, bobs);
  await seeToast("The others are shared with you, and only their owner can merge them.");
  expect(held.asked).toEqual([]);
});
