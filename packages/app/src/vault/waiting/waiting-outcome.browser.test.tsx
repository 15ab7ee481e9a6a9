/** A change that only waits is not called done: neither a deletion, nor a move, nor what takes them back. */
import type { WaitingEdit } from "@coffer/client";
import { draftOf } from "@coffer/core/items/item";
import { useQueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { useDeletion } from "../item/use-deletion.ts";
import { useMove } from "../item/use-move.ts";
import { KEPT_HERE, WAITING_KEY } from "./waiting-queries.ts";

const BIKE = anItem("Bike");
const { id, scopeId } = BIKE;
const EDIT: WaitingEdit = {
  ...{ id, scopeId, base: BIKE, draft: draftOf(BIKE), isDeleted: false },
  at: 1,
  count: 1,
  refused: null,
  saves: [],
  apartId: "",
};

/** @param waits - whether the server does not answer */
async function open(waits: () => boolean): Promise<void> {
  let keep = (): void => undefined;
  const change = async (): Promise<never[]> => {
    keep();
    return [];
  };
  const Screen = () => {
    const queries = useQueryClient();
    keep = () => queries.setQueryData(WAITING_KEY, { edits: waits() ? [EDIT] : [] });
    const [remove, move] = [useDeletion(), useMove([])];
    return (
      <>
        <button type="button" onClick={() => void remove([BIKE], "failed")}>
          Delete
        </button>
        <button type="button" onClick={() => void move([{ ...BIKE, categoryId: "v" }], null)}>
          Move
        </button>
      </>
    );
  };
  const restore = async (): Promise<void> => keep();
  const place = async (): Promise<void> => keep();
  await renderApp(<Screen />, { client: fakeClient({ vault: { remove: change, restore, place, contents: () => null } }) });
}

const DONE = {
  Delete: ['"Bike" was deleted', '"Bike" was restored'],
  Move: ['"Bike" was moved to Unassigned', '"Bike" was moved back'],
} as const;

it.each([
  ["Delete", true],
  ["Delete", false],
  ["Move", true],
  ["Move", false],
] as const)(
  "%s is done where the server answers, and kept on this device where it does not; so is its Undo (away at first: %s)",
  async (name, first) => {
    let isAway: boolean = first;
    const [done, back] = DONE[name];
    await open(() => isAway);
    await page.getByRole("button", { name }).click();
    await expect.element(page.getByText(isAway ? KEPT_HERE : done)).toBeVisible();
    expect(page.getByText(isAway ? done : KEPT_HERE).elements()).toEqual([]);
    isAway = !isAway;
    await page.getByRole("button", { name: "Undo" }).click();
    await seeToast(isAway ? KEPT_HERE : back);
  },
);
