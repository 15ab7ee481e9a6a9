import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { offerUndo } from "../../ui/undo.ts";
import { useUndoOfSave } from "./use-undo-of-save.ts";

const BEFORE = anItem("Bank", { fields: { title: "Bank", username: "ann", password: "1" }, favourite: true });
const AFTER = { ...BEFORE, revision: 2, favourite: false, fields: { title: "Bank 2", username: "ann", password: "2", note: "added" } };

async function undo(before: typeof BEFORE | null, vault: Parameters<typeof fakeClient>[0]) {
  const Saved = () => {
    const undoOf = useUndoOfSave();
    return (
      <button type="button" onClick={() => offerUndo("Saved", undoOf(before, AFTER))}>
        Save
      </button>
    );
  };
  await renderApp(<Saved />, { client: fakeClient(vault) });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
}

describe("a save that is taken back", () => {
  it("gives every field its value of before; what the save added is empty again", async () => {
    const update = vi.fn(async () => ({ item: BEFORE, conflict: null }));
    await undo(BEFORE, { vault: { update, contents: () => null } });
    await seeToast('"Bank" is as it was');
    const draft = { kind: "password", categoryId: BEFORE.categoryId, favourite: true, fields: { ...BEFORE.fields, note: "" } };
    expect(update).toHaveBeenCalledWith({ base: AFTER, draft });
  });

  it("does not say that all is as it was where someone else has changed the same since", async () => {
    const other = anItem("Bank 2", { id: "its-copy" });
    await undo(BEFORE, { vault: { update: async () => ({ item: AFTER, conflict: other }), contents: () => null } });
    await seeToast('"Bank 2" was also changed on another device. Both versions were kept.');
    expect(page.getByText("is as it was").elements()).toEqual([]);
  });

  it("of a new item puts it into the trash", async () => {
    const remove = vi.fn(async () => undefined);
    await undo(null, { vault: { remove, contents: () => null } });
    await seeToast('"Bank 2" was deleted');
    expect(remove).toHaveBeenCalledWith({ ids: [AFTER.id] });
  });
});
