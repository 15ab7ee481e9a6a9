/** Where the focus is when the pages of an open vault appear. */
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { queries } from "./queries.ts";
import { SignedInShell } from "./SignedInShell.tsx";

afterEach(() => queries.clear());

const CONTENTS = { items: [], vaults: [] };
const client = () =>
  fakeClient({
    session: ANN,
    account: { hasUnsavedKit: async () => false, isSecondFactorMissing: async () => false, profiles: async () => [] },
    vault: { contents: () => CONTENTS, pull: async () => CONTENTS },
  });
const main = page.getByRole("main");

it("begins at the page where what had it is gone, as after a sign-in (V-10)", async () => {
  await renderApp(<SignedInShell routes={[]} />, { client: client(), at: "/all-items" });
  await expect.element(main).toHaveFocus();
});

it("stays where somebody has put it", async () => {
  const ui = (
    <>
      <input aria-label="Elsewhere" ref={(input) => input?.focus()} />
      <SignedInShell routes={[]} />
    </>
  );
  await renderApp(ui, { client: client(), at: "/all-items" });
  await expect.element(main).toBeVisible();
  await expect.element(page.getByLabelText("Elsewhere")).toHaveFocus();
});
