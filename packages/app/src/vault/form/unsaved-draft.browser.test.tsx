/** What was typed into an item form and not saved: it is stored, offered again, and discarded when the user says so. */
import type { SaveOutcome } from "@coffer/client";
import { blankDraft, type Draft, draftOf, type Item } from "@coffer/core/items/item";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { existing, fillLogin, item, LOGIN, open } from "./testing/item-form.tsx";

describe("what was typed and not saved", () => {
  it("is kept half a second after the last key, and thrown away when the person says so (V-9)", async () => {
    const keep = vi.fn(async (_: { place: string; value: unknown }) => undefined);
    const discard = vi.fn(async (_: { place: string }) => undefined);
    const { field, onClose } = await open({ drafts: { keep, discard } });
    await field("Title").fill("Half a thought");
    await expect
      .poll(() => keep.mock.calls.at(-1)?.[0])
      .toMatchObject({
        place: "item/new/password",
        value: { kind: "password", fields: { title: "Half a thought" } },
      });
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.poll(() => discard.mock.calls).toEqual([[{ place: "item/new/password" }]]);
  });

  it("is sealed once, however often the form is drawn again without a letter more", async () => {
    const keep = vi.fn(async () => undefined);
    const { field } = await open({ ...existing(item()), drafts: { keep } });
    await field("Title").fill("Half a thought");
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    for (const name of ["Username / Email", "Title", "Username / Email"]) {
      await field(name).click();
      // Longer than typing rests before it is sealed.
      await new Promise((resume) => setTimeout(resume, 400));
    }
    expect(keep).toHaveBeenCalledTimes(1);
  });

  it("is thrown away although it is still being sealed", async () => {
    const steps: string[] = [];
    let sealed = () => {};
    const keep = vi.fn(async () => {
      await new Promise<void>((resolve) => {
        sealed = resolve;
      });
      steps.push("kept");
    });
    const { field, onClose } = await open({ drafts: { keep, discard: async () => void steps.push("discarded") } });
    await field("Title").fill("Half a thought");
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    sealed();
    await expect.poll(() => steps).toEqual(["kept", "discarded"]);
  });

  it("is sealed in the order in which it was typed, also where the first takes longest", async () => {
    const kept: unknown[] = [];
    const keep = vi.fn(async ({ value }: { value: unknown }) => {
      if (keep.mock.calls.length === 1) await new Promise((resolve) => setTimeout(resolve, 600));
      kept.push((value as { fields: { title: string } }).fields.title);
    });
    const { field } = await open({ drafts: { keep } });
    await field("Title").fill("Half");
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    await field("Title").fill("Half a thought");
    await expect.poll(() => kept).toEqual(["Half", "Half a thought"]);
  });

  it("is thrown away once it is saved", async () => {
    const discard = vi.fn(async (_: { place: string }) => undefined);
    const { field, save, onClose } = await open({
      drafts: { discard },
      vault: { create: async () => item() },
    });
    await fillLogin(field);
    await save.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.poll(() => discard.mock.calls).toEqual([[{ place: "item/new/password" }]]);
  });

  it("is offered again, and is in the form once it is restored", async () => {
    const find = async () => ({ ...blankDraft("password"), fields: { title: "Half a thought" } });
    const { field } = await open({ drafts: { find } });
    await page.getByRole("button", { name: "Restore it" }).click();
    await expect.element(field("Title")).toHaveValue("Half a thought");
    await expect.element(page.getByRole("button", { name: "Restore it" })).not.toBeInTheDocument();
  });

  it("is not offered when it is what the form begins with, or belongs to another kind", async () => {
    const find = vi.fn(async () => ({ ...blankDraft("card"), fields: { name: "Half a card" } }));
    await open({ drafts: { find } });
    await expect.poll(() => find.mock.calls.length).toBe(1);
    await expect.element(page.getByRole("button", { name: "Restore it" })).not.toBeInTheDocument();
  });

  it("is asked about by the browser's Back, and the page behind the form stays (V-9)", async () => {
    history.pushState({ idx: 0 }, "", "/before");
    history.pushState({ idx: 1 }, "", "/passwords");
    const { field, onClose } = await open();
    await field("Title").fill("Half a thought");
    history.back();
    await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
    expect(location.pathname).toBe("/passwords");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await expect.element(field("Title")).toHaveValue("Half a thought");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("what was typed into the form of an item that was saved elsewhere since", () => {
  const before = item({ notes: "old" });
  const { revision, categoryId, favourite, fields } = before;
  const NEW = { password: "Bobs-Tulips-7", username: "bob" };
  const bob = { id: crypto.randomUUID(), email: "bob@example.com" };
  const now: Item = { ...before, fields: { ...fields, ...NEW }, categoryId: "work", revision: revision + 1, author: bob };
  const typed = (more: Record<string, string>): Draft => ({ ...draftOf(before), fields: { ...fields, ...more } });

  async function restored(kept: unknown) {
    const update = vi.fn(async (_: { base: Item; draft: Draft }): Promise<SaveOutcome> => ({ item: now, keptAs: null }));
    const { target, vault } = existing(now);
    const world = await open({ ...(target && { target }), vault: { ...vault, update }, drafts: { find: async () => kept } });
    await page.getByRole("button", { name: "Restore it" }).click();
    return { ...world, update };
  }

  it("comes back in the fields that were touched; the others are as they are now, and it says who changed them", async () => {
    const base = { revision, categoryId, favourite, fields };
    const { field, save, update } = await restored({ ...typed({ notes: "typed" }), base });
    await expect.element(field("Notes")).toHaveValue("typed");
    await expect.element(field("Password")).toHaveValue(NEW.password);
    await expect
      .element(page.getByText("Changed by bob@example.com since you typed this: Username / Email, Password. It is in this form now."))
      .toBeVisible();
    await save.click();
    await expect.poll(() => update.mock.calls[0]?.[0].draft).toMatchObject({ categoryId: "work", fields: { ...NEW, notes: "typed" } });
    expect(update.mock.calls[0]?.[0].base).toMatchObject({ revision: now.revision, fields: now.fields });
  });

  it("is asked about where both changed the same, and unanswered it is an edit of what it began from", async () => {
    const base = { revision, categoryId, favourite, fields };
    const { save, update } = await restored({ ...typed({ password: "Mine-77-Harbour" }), base });
    await expect.element(page.getByText("Two versions of Password: choose")).toBeVisible();
    await save.click();
    await expect.poll(() => update.mock.calls[0]?.[0].base).toMatchObject({ revision, fields: { password: LOGIN.password } });
    expect(update.mock.calls[0]?.[0].draft.fields).toMatchObject({ username: "bob", password: "Mine-77-Harbour" });
  });

  it("is asked about in all that differs where an earlier build kept no more than the form, and moves nothing", async () => {
    const { save, update } = await restored(typed({ notes: "typed" }));
    for (const name of ["Password", "Username / Email", "Notes"])
      await expect.element(page.getByText(`Two versions of ${name}: choose`)).toBeVisible();
    await save.click();
    await expect.poll(() => update.mock.calls[0]?.[0].draft.categoryId).toBe("work");
    expect(update.mock.calls[0]?.[0].base.revision).toBeLessThan(now.revision);
  });

  it("is kept with what it is an edit of", async () => {
    const keep = vi.fn(async (_: { place: string; value: unknown }) => undefined);
    const { field } = await open({ ...existing(before), drafts: { keep } });
    await field("Notes").fill("typed");
    await expect.poll(() => keep.mock.calls.at(-1)?.[0].value).toMatchObject({ fields: { notes: "typed" }, base: { revision, fields } });
  });

  it("is not offered where all of it was saved since", async () => {
    const find = vi.fn(async () => ({ ...typed({ username: "bob" }), base: { revision, categoryId, favourite, fields } }));
    await open({ ...existing(now), drafts: { find } });
    await expect.poll(() => find.mock.calls.length).toBe(1);
    await expect.element(page.getByRole("button", { name: "Restore it" })).not.toBeInTheDocument();
  });
});
