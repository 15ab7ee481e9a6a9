/** What was typed into an item form and not saved: it is stored, offered again, and discarded when the user says so. */
import { blankDraft } from "@coffer/core/items/item";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fillLogin, item, open } from "./testing/item-form.tsx";

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
