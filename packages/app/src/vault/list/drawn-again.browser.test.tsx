/** What a list costs when it is drawn again, as it is with each letter of a search. */
import type { Vault } from "@coffer/core/items/item";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { useListActions } from "./use-list-actions.tsx";

const NO_VAULTS: readonly Vault[] = [];

function Acting({ onTold }: { onTold: (what: unknown) => void }) {
  const cache = useQueryClient();
  const [times, draw] = useReducer((before: number) => before + 1, 0);
  const [actions] = useListActions(NO_VAULTS);
  useEffect(() => cache.getMutationCache().subscribe(onTold), [cache, onTold]);
  useEffect(() => onTold(actions), [actions, onTold]);
  return <button type="button" onClick={draw}>{`Drawn ${times} times more`}</button>;
}

it("tells no one again of what a list can do, and has the same ready for its rows", async () => {
  const contents = { items: [], vaults: [] };
  const onTold = vi.fn();
  await renderApp(<Acting onTold={onTold} />, {
    client: fakeClient({ session: ANN, vault: { contents: () => contents, pull: async () => contents } }),
  });
  const button = page.getByRole("button");
  await button.click();
  await expect.element(button).toHaveTextContent("Drawn 1 times more");
  onTold.mockClear();
  await button.click();
  await expect.element(button).toHaveTextContent("Drawn 2 times more");
  expect(onTold).not.toHaveBeenCalled();
});
