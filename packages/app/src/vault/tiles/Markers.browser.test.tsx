/** What is said of an item next to its title. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { SharedMarker } from "./Markers.tsx";

it.each([
  ["in words, where nothing else is said", undefined, true],
  ["by its sign alone where there is no room, and read aloud all the same", false, false],
])("an item of another person's says so %s", async (_, withText, isShown) => {
  const item = anItem("Shop", { isOwner: false });
  await renderApp(<SharedMarker item={item} {...(withText !== undefined && { withText })} />, { client: fakeClient({}) });
  const words = page.getByText("Shared with you");
  await expect.element(words).toBeInTheDocument();
  expect(words.element().getBoundingClientRect().width > 10).toBe(isShown);
});
