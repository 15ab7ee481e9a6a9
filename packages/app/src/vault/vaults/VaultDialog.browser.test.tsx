/** What a person meets in the form of a vault. It covers what is true of every form: focus, double press, refusal, unsaved changes, Back. */
import type { NewVault } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { SWATCHES } from "@coffer/core/items/vault-appearance";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { aVault } from "../../testing/sample-items.ts";
import { VaultDialog } from "./VaultDialog.tsx";

const NOTHING = { items: [], vaults: [] };

/** @param answer - what the server does with a vault that is made. */
async function open(answer: () => Promise<void> = async () => undefined, vault: Vault | null = null) {
  const made: NewVault[] = [];
  const onClose = vi.fn();
  const createVault = async (vault: NewVault): Promise<Vault> => {
    made.push(vault);
    await answer();
    return aVault(vault.name);
  };
  const updateVault = async (vault: NewVault): Promise<Vault> => {
    made.push(vault);
    return aVault(vault.name);
  };
  const client = fakeClient({ session: ANN, vault: { createVault, updateVault, contents: () => NOTHING, pull: async () => NOTHING } });
  const { unmount } = await renderApp(<VaultDialog vault={vault} onClose={onClose} />, { client, at: "browser" });
  return { unmount, made, onClose, name: page.getByLabelText("Name"), create: page.getByRole("button", { name: "Create Vault" }) };
}

it("has the focus in its first field, so that the first space is typed and presses nothing", async () => {
  const { onClose, name } = await open();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard(" My");
  await expect.element(name).toHaveValue(" My");
  expect(onClose).not.toHaveBeenCalled();
});

it("saves once however often it is pressed", async () => {
  let arrive = () => {};
  const answered = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { made, name, create, onClose } = await open(() => answered);
  await name.fill("Home");
  const button = (await create.findElement()) as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
  arrive();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(made.map((vault) => vault.name)).toEqual(["Home"]);
});

it("says what is missing under the field and puts the focus there", async () => {
  const { made, name, create } = await open();
  await create.click();
  await expect.element(page.getByText("Vault name is required")).toBeVisible();
  await expect.element(name).toHaveFocus();
  expect(made).toEqual([]);
});

it("keeps what was typed when the server refuses", async () => {
  const { name, create, onClose } = await open(() => Promise.reject(new TypeError("Failed to fetch")));
  await name.fill("Home");
  await create.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to create vault");
  await expect.element(name).toHaveValue("Home");
  expect(onClose).not.toHaveBeenCalled();
});

it("closes at once with nothing typed, and asks first with something", async () => {
  const { name, onClose } = await open();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await name.fill("Home");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Home");
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("is what the browser's Back closes, asking first, and the page behind it stays", async () => {
  history.pushState({ idx: 0 }, "", "/before");
  history.pushState({ idx: 1 }, "", "/vaults");
  const { name, onClose } = await open();
  await name.fill("Home");
  history.back();
  await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
  await expect.poll(() => location.pathname).toBe("/vaults");
  await page.getByRole("button", { name: "Close without saving" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(location.pathname).toBe("/vaults");
});

it("is closed by Back each time it is opened, also when nothing was typed", async () => {
  history.pushState({ idx: 0 }, "", "/before");
  history.pushState({ idx: 1 }, "", "/vaults");
  const steps: string[] = [];
  const listen = () => steps.push(location.pathname);
  for (const time of [1, 2, 3]) {
    const { unmount, onClose } = await open();
    // As the page does, which draws the dialog no longer once it is closed.
    onClose.mockImplementation(() => void unmount());
    window.addEventListener("popstate", listen);
    history.back();
    await expect.poll(() => onClose.mock.calls.length, { message: `the ${time}. time` }).toBe(1);
    await expect.poll(() => location.pathname).toBe("/vaults");
    window.removeEventListener("popstate", listen);
  }
  // No listener but the guard's hears of the steps: for the router nothing happened.
  expect(steps).toEqual([]);
});

describe("its pictogram", () => {
  const sign = (name: string) => page.getByRole("radio", { name, exact: true });

  it("is a folder until another is chosen by its name, and is saved", async () => {
    const { made, name, create, onClose } = await open();
    await expect.element(sign("Folder")).toBeChecked();
    await name.fill("Trips");
    await sign("Travel").click();
    await create.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(made[0]?.icon).toBe("plane");
  });

  it("of an import or a later version is drawn as a folder, and stays what it was until another is chosen", async () => {
    const { made } = await open(undefined, aVault("Home", { icon: "of-a-later-version" }));
    await expect.element(sign("Folder")).toBeChecked();
    await page.getByLabelText("Name").fill("House");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect.poll(() => made[0]?.icon).toBe("of-a-later-version");
  });
});

describe("its colour", () => {
  const swatch = (name: string | RegExp) => page.getByRole("radio", { name });

  it("is the specified one until another is chosen by its name, also with the arrow keys (V191)", async () => {
    const { made, name, create, onClose } = await open();
    await expect.element(swatch("Blue")).toBeChecked();
    await name.fill("Home");
    (swatch("Blue").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(swatch("Indigo")).toBeChecked();
    await create.click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(made[0]?.color).toBe(SWATCHES[1]?.color);
  });

  it("that is no swatch is shown, kept, and can be gone back to", async () => {
    const { made } = await open(undefined, aVault("Home", { color: "#123ABC" }));
    await expect.element(swatch(/#123ABC/)).toBeChecked();
    await swatch("Olive").click();
    await expect.element(swatch(/#123ABC/)).not.toBeChecked();
    await swatch(/#123ABC/).click();
    await page.getByLabelText("Name").fill("House");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect.poll(() => made[0]?.color).toBe("#123ABC");
  });
});
