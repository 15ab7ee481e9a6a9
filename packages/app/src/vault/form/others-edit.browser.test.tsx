/** The form of an item that someone else saves meanwhile: what is taken over, what is asked, and what is sent then. */
import type { SaveOutcome } from "@coffer/client";
import type { Draft, Item } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { CONTENTS, item, open } from "./testing/item-form.tsx";

const BOB = { id: crypto.randomUUID(), email: "bob@example.com" };
/** So long it takes until the page asks again. */
const SOON_MS = 1_000;

/** Opens the form of an item that Bob saves a moment after `typing`. */
async function openWhileSaved(
  changes: Record<string, string>,
  typing: (field: (name: string) => ReturnType<typeof page.getByRole>) => Promise<void>,
) {
  const base = item();
  const later: Item = { ...base, fields: { ...base.fields, ...changes }, revision: base.revision + 1, author: BOB };
  let now = base;
  const contents = () => ({ ...CONTENTS, items: [now], ...(now === base && { nextEnd: Date.now() + SOON_MS }) });
  const asked = async () => contents();
  const update = vi.fn(async (_: { base: Item; draft: Draft }): Promise<SaveOutcome> => ({ item: now, keptAs: null }));
  const vault = { contents, pull: asked, local: asked, open: async () => now, update };
  const world = await open({ target: { kind: "password", item: base }, vault });
  await typing(world.field);
  now = later;
  return { ...world, base, later, update };
}

it("takes over what was not touched, says who changed what, and saves only what was typed", async () => {
  const { field, save, update, later } = await openWhileSaved({ username: "bob", notes: "of Bob" }, (named) =>
    named("Password").fill("Mine-77-Harbour"),
  );
  await expect
    .element(page.getByText("Changed by bob@example.com while you edit: Username / Email, Notes. It is in this form now."))
    .toBeVisible();
  await expect.element(field("Username / Email")).toHaveValue("bob");
  await expect.element(field("Password")).toHaveValue("Mine-77-Harbour");
  await save.click();
  await expect.poll(() => update.mock.calls.length).toBe(1);
  const sent = update.mock.calls[0]?.[0];
  expect(sent?.base).toMatchObject({ revision: later.revision, fields: { username: "bob", password: later.fields.password } });
  expect(sent?.draft.fields).toMatchObject({ username: "bob", notes: "of Bob", password: "Mine-77-Harbour" });
});

it("closes without a question where nothing was typed", async () => {
  const { field, onClose } = await openWhileSaved({ username: "bob" }, async () => undefined);
  await expect.element(field("Username / Email")).toHaveValue("bob");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

const QUESTION = "Two versions of Password: choose";

it("asks about what both changed, hidden like the field, and saves both unless one is chosen", async () => {
  const { field, save, update, base } = await openWhileSaved({ password: "Bobs-Tulips-7" }, (named) =>
    named("Password").fill("Mine-77-Harbour"),
  );
  await expect.element(page.getByText(QUESTION)).toBeVisible();
  await expect.element(page.getByText(/^Saved by bob@example.com, /)).toBeVisible();
  expect(document.body.textContent).not.toContain("Bobs-Tulips-7");
  await expect.element(field("Password")).toHaveValue("Mine-77-Harbour");
  await save.click();
  await expect.poll(() => update.mock.calls[0]?.[0].base.revision).toBe(base.revision);
  expect(update.mock.calls[0]?.[0]).toMatchObject({ base: { fields: base.fields }, draft: { fields: { password: "Mine-77-Harbour" } } });
});

it.each([
  ["Use the saved version", "Bobs-Tulips-7"],
  ["Keep the typed version", "Mine-77-Harbour"],
])("asks no more after a choice: %s", async (choice, password) => {
  const { field, save, update, later } = await openWhileSaved({ password: "Bobs-Tulips-7" }, (named) =>
    named("Password").fill("Mine-77-Harbour"),
  );
  await page.getByRole("button", { name: `${choice} of password for GitHub` }).click();
  await expect.element(page.getByText(QUESTION)).not.toBeInTheDocument();
  await expect.element(field("Password")).toHaveValue(password);
  await save.click();
  await expect.poll(() => update.mock.calls[0]?.[0].base).toMatchObject({ revision: later.revision, fields: later.fields });
  expect(update.mock.calls[0]?.[0].draft.fields.password).toBe(password);
});
