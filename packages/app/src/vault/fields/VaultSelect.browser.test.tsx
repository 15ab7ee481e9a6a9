/** Choosing the vault of an item, and making one on the spot, by mouse and by keyboard. */
import type { Vault } from "@coffer/core/items/item";
import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Dialog } from "../../frame/Dialog.tsx";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { aVault } from "../../testing/sample-items.ts";
import { VaultSelect } from "./VaultSelect.tsx";

const WORK = aVault("Work");
const READ = aVault("Read", { isOwner: false, permission: "read" });
const MADE = aVault("Made");

function Choice({ chose, none, isFirst }: { chose: (id: string | null) => void; none?: string | null; isFirst?: boolean }) {
  const [value, setValue] = useState<string | null | undefined>(undefined);
  const onChange = (id: string | null) => {
    chose(id);
    setValue(id);
  };
  const more = { ...(none !== undefined && { none }), ...(isFirst !== undefined && { isFirst }) };
  return <VaultSelect vaults={[WORK, READ, MADE]} value={value} onChange={onChange} {...more} />;
}

async function show(more: { none?: string | null; isFirst?: boolean } = {}) {
  const chosen: (string | null)[] = [];
  const saved: unknown[] = [];
  const createVault = async (wanted: { name: string }): Promise<Vault> => {
    saved.push(wanted.name);
    return MADE;
  };
  await renderApp(<Choice chose={(id) => chosen.push(id)} {...more} />, {
    client: fakeClient({ vault: { createVault, contents: () => null } }),
  });
  return { chosen, saved };
}
const select = page.getByRole("combobox", { name: "Vault", exact: true });
const option = (name: string) => page.getByRole("option", { name, exact: true });
const name = page.getByRole("textbox", { name: "New vault name" });
const create = page.getByRole("button", { name: "Create" });

it("offers the vaults that may be written in, none of them, and a new one; nothing is chosen at first", async () => {
  const { chosen } = await show();
  await expect.element(select).toHaveValue("");
  await select.click();
  await expect.element(option("Work")).toBeVisible();
  await expect.element(option("Read")).not.toBeInTheDocument();
  await option("Work").click();
  await expect.element(select).toHaveValue("Work");
  await select.click();
  await option("Select Vault").click();
  expect(chosen).toEqual([WORK.id, null]);
});

it("does not offer none where an item must have one; opens as it gets the focus, unless the focus starts there", async () => {
  await show({ none: null, isFirst: true });
  await userEvent.keyboard("{Tab}");
  await expect.element(select).toHaveFocus();
  await expect.element(option("Work")).not.toBeInTheDocument();
  await select.click();
  await expect.element(option("Work")).toBeVisible();
  await expect.element(option("Select Vault")).not.toBeInTheDocument();
});

it("a new one is made by its name with Enter, and is chosen then; none is made without a name", async () => {
  const { chosen, saved } = await show();
  await select.click();
  await option("Create new Vault").click();
  await expect.element(name).toHaveFocus();
  await expect.element(create).toBeDisabled();
  await userEvent.keyboard(" {Enter}");
  expect(saved).toEqual([]);
  await userEvent.keyboard("Made {Enter}");
  await expect.element(select).toHaveValue("Made");
  // Else it would be with the page behind the form, and its keys too.
  await expect.element(select).toHaveFocus();
  await expect.element(option("Work")).not.toBeInTheDocument();
  expect([saved, chosen]).toEqual([["Made"], [MADE.id]]);
});

it.each(["{Escape}", "Cancel"])("%s leaves everything as it was", async (how) => {
  const { chosen, saved } = await show();
  await select.click();
  await option("Create new Vault").click();
  await name.fill("Made");
  const leave = async () => {
    if (how === "Cancel") await page.getByRole("button", { name: how }).click();
    else await userEvent.keyboard(how);
  };
  await leave();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Made");
  await name.click();
  await leave();
  await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
  await expect.element(select).toHaveValue("");
  await expect.element(select).toHaveFocus();
  expect([saved, chosen]).toEqual([[], []]);
});

it.each(["Create", "Cancel"])("Escape on the button %s of a new vault closes its box, and not the dialog that it is in", async (button) => {
  const closed: string[] = [];
  const dialog = (
    <Dialog title="Move item" onClose={() => closed.push("dialog")}>
      <Choice chose={() => undefined} />
    </Dialog>
  );
  await renderApp(dialog, { client: fakeClient({ vault: { contents: () => null } }) });
  await select.click();
  await option("Create new Vault").click();
  await name.fill("Made");
  (page.getByRole("button", { name: button }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
  await expect.element(select).toHaveFocus();
  expect(closed).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => closed).toEqual(["dialog"]);
});
