/** The foot of a form on a phone: in sight however long the form is, and on one line. */
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { ItemFormSheet } from "./ItemFormSheet.tsx";

afterEach(() => page.viewport(1280, 800));

it.each(KIND_NAMES)("of a new %s", async (kind) => {
  await page.viewport(360, 640);
  const contents = { items: [], vaults: [] };
  const client = fakeClient({
    session: ANN,
    drafts: { find: async () => null },
    generated: { add: async () => undefined },
    vault: { contents: () => contents, pull: async () => contents },
  });
  const target = { kind, item: null, categoryId: null, from: "picker" } as const;
  await renderApp(<ItemFormSheet target={target} editor="modal" onClose={() => undefined} />, { client });
  const save = await page.getByRole("button", { name: kindOf(kind).words.save, exact: true }).findElement();
  const cancel = await page.getByRole("button", { name: "Cancel", exact: true }).findElement();
  await expect.poll(() => save.getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  expect(save.getBoundingClientRect().top).toBeGreaterThan(500);
  expect(cancel.getBoundingClientRect().top).toBe(save.getBoundingClientRect().top);
});
