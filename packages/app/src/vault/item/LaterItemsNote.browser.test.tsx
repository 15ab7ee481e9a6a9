/** What this version cannot show is said to be there. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { LaterItemsNote } from "./LaterItemsNote.tsx";

const note = page.getByRole("status", { name: "Items of a newer version" });
const draw = (later?: number) => {
  const contents = { items: [], vaults: [], ...(later !== undefined && { later }) };
  const client = fakeClient({ session: ANN, vault: { contents: () => contents, pull: async () => contents } });
  return renderApp(<LaterItemsNote />, { client });
};

it("counts them", async () => {
  await draw(2);
  await expect
    .element(note)
    .toHaveTextContent("2 items were made by a newer version of Coffer. Nothing is lost; this version cannot show them.");
});

it("speaks of one as one", async () => {
  await draw(1);
  await expect
    .element(note)
    .toHaveTextContent("1 item was made by a newer version of Coffer. Nothing is lost; this version cannot show it.");
});

it("says nothing where there are none", async () => {
  await draw();
  await expect.element(note).not.toBeInTheDocument();
});
