/** The frame of the pages of an open vault: where the focus begins, the places of a phone, and where what is new goes. */
import { IconLayoutList, IconTrash } from "@tabler/icons-react";
import { Route, Routes } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { aVault } from "../testing/sample-items.ts";
import { AddItem } from "../vault/form/AddPicker.tsx";
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

it("stays where the user has put it", async () => {
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

const ROUTES = [
  { path: "/all-items", access: "signed-in", menu: { label: "All Items", icon: IconLayoutList } },
  { path: "/trash", access: "signed-in", menu: { label: "Trash", icon: IconTrash } },
] as const;

describe("on a phone", () => {
  const places = page.getByRole("navigation", { name: "Places" });
  const phone = async (at: string) => {
    await page.viewport(360, 740);
    const screen = (
      <Routes>
        <Route element={<SignedInShell routes={ROUTES} />}>
          <Route path="/all-items" element={<AddItem />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Route>
      </Routes>
    );
    await renderApp(screen, { client: client(), at });
  };
  afterEach(() => page.viewport(1280, 800));

  it("has the main places at its foot, each as large as a finger, next to the button that adds", async () => {
    await phone("/all-items");
    await expect.element(places.getByRole("link", { name: "Items" })).toHaveAttribute("aria-current", "page");
    const pressed = [...places.element().querySelectorAll("a, button"), page.getByTestId("floating-add").element()];
    expect(pressed.map((one) => one.textContent)).toEqual(["Items", "Vaults", "Generate", "Health", "More", "New item"]);
    const boxes = pressed.map((one) => one.getBoundingClientRect());
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    for (const [index, { left }] of boxes.entries()) expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
    const { top } = places.element().getBoundingClientRect();
    expect(boxes.every((box) => box.top >= top && box.bottom <= window.innerHeight)).toBe(true);
  });

  it("goes to a place, opens the generator, and calls the sidebar for the rest", async () => {
    await phone("/all-items");
    await places.getByRole("link", { name: "Vaults" }).click();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/vaults");
    await places.getByRole("button", { name: "Generate" }).click();
    await expect.element(page.getByRole("dialog", { name: "Password generator" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await places.getByRole("button", { name: "More" }).click();
    await expect.element(page.getByRole("link", { name: "Trash" })).toBeVisible();
  });

  it("has no such bar from 768 px on, where the button that adds has a strip of its own", async () => {
    await phone("/all-items");
    await expect.element(places).toBeVisible();
    await page.viewport(768, 740);
    await expect.poll(() => document.querySelector('[aria-label="Places"]')).toBeNull();
    const { paddingRight } = getComputedStyle(main.element());
    const { left, width } = page.getByTestId("floating-add").element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(main.element().getBoundingClientRect().right - Number.parseFloat(paddingRight));
    expect(width).toBeGreaterThanOrEqual(44);
  });
});

const WORK = aVault("Work");
const THEIRS = aVault("Theirs", { isOwner: false, permission: "read" });

it.each([
  ["the open vault", WORK, "Work"],
  ["none where one may not add to it", THEIRS, "Select Vault"],
])("puts what is new into %s", async (_, vault, chosen) => {
  const held = { items: [], vaults: [WORK, THEIRS] };
  const account = { hasUnsavedKit: async () => false, isSecondFactorMissing: async () => false, profiles: async () => [] };
  const inside = fakeClient({ session: ANN, account, vault: { contents: () => held, pull: async () => held } });
  await renderApp(<SignedInShell routes={[]} />, { client: inside, at: `/vaults/${vault.id}/passwords` });
  await page.getByRole("banner").getByRole("button", { name: "Add item" }).click();
  await page.getByRole("menuitem", { name: "Password" }).click();
  await expect.element(page.getByRole("combobox", { name: "Vault" })).toHaveValue(chosen);
});
