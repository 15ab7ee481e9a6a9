import { ClientError } from "@coffer/client";
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

/** As the form sends it: another name, a new password and a note. */
const TYPED = { kind: BEFORE.kind, categoryId: BEFORE.categoryId, favourite: false, fields: AFTER.fields };

async function undo(before: typeof BEFORE | null, vault: Parameters<typeof fakeClient>[0], after = AFTER) {
  const Saved = () => {
    const undoOf = useUndoOfSave();
    return (
      <button type="button" onClick={() => offerUndo("Saved", undoOf({ before, typed: TYPED, after }))}>
        Save
      </button>
    );
  };
  await renderApp(<Saved />, { client: fakeClient(vault) });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
}

describe("a save that is taken back", () => {
  it("gives what it changed the values of before, whatever else was saved with it; what it added is empty again", async () => {
    const update = vi.fn(async () => ({ item: BEFORE, keptAs: null }));
    // Someone else had changed the user name while the form was open.
    const after = { ...AFTER, revision: 3, fields: { ...AFTER.fields, username: "bob" } };
    await undo(BEFORE, { vault: { update, contents: () => null } }, after);
    await seeToast('"Bank" is as it was');
    expect(update).toHaveBeenCalledWith({
      base: { ...after, revision: BEFORE.revision, fields: AFTER.fields },
      draft: { kind: "password", categoryId: BEFORE.categoryId, favourite: true, fields: { ...BEFORE.fields, note: "" } },
      isUndo: true,
    });
  });

  it("does not say that all is as it was where someone else has changed the same since", async () => {
    const update = async () => {
      throw new ClientError('"Bank 2" was changed again or deleted since, so it stays as it is.');
    };
    await undo(BEFORE, { vault: { update, contents: () => null } });
    await seeToast('"Bank 2" was changed again or deleted since, so it stays as it is.');
    expect(page.getByText("is as it was").elements()).toEqual([]);
  });

  it("of a new item puts it into the trash", async () => {
    const remove = vi.fn(async () => []);
    await undo(null, { vault: { remove, contents: () => null } });
    await seeToast('"Bank 2" was deleted');
    expect(remove).toHaveBeenCalledWith({ ids: [AFTER.id] });
  });

  it("leaves a new item that was changed since", async () => {
    const contents = () => ({ items: [{ ...AFTER, revision: 3 }], vaults: [] });
    await undo(null, { vault: { contents } });
    await seeToast('"Bank 2" was changed since it was added, so it stays.');
  });
});
