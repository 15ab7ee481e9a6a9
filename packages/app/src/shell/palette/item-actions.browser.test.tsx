/** What else can be done with an item that the palette found: listed by Tab, done by a letter or Enter. */
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { CONTENTS, field, home, labels, open, option } from "./testing/palette-world.tsx";

const address = page.getByTestId("address");
afterEach(() => void vi.restoreAllMocks());

const FORGE = anItem("Forge", {
  fields: { title: "Forge", username: "ada@forge.example", website_url: "https://forge.example/" },
  categoryId: home.id,
  holds: ["username", "password", "website_url"],
});

const opened = async ({ id }: { id: string }) => {
  const item = [...CONTENTS.items, FORGE].find((one) => one.id === id);
  if (!item) throw new Error("gone");
  return { ...item, fields: { ...item.fields, password: "s3cret-of-forge" } };
};
const found = async () => {
  const world = await open("forge", { items: [...CONTENTS.items, FORGE], openItem: opened });
  await expect.element(option(/Forge/)).toHaveAttribute("aria-selected", "true");
  return world;
};
const copied = () => vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();

it("is listed by Tab with its keys; what the item has not is not offered, and Escape goes back to the results", async () => {
  const { onClose } = await found();
  await userEvent.keyboard("{Tab}");
  await expect
    .poll(() => labels().map((label) => label.replace(/[A-Z]$/, "")))
    .toEqual(["Copy username", "Copy password", "Open website", "Go to vault Home"]);
  expect(option(/Copy username/).element().textContent).toBe("Copy usernameU");
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(option(/Forge/)).toHaveAttribute("aria-selected", "true");
  await expect.element(field).toHaveValue("forge");
  expect(onClose).not.toHaveBeenCalled();
});

it("copies a field by its letter, or by Enter, and closes", async () => {
  const write = copied();
  const { onClose } = await found();
  await userEvent.keyboard("{Tab}c");
  await expect.poll(() => write.mock.calls.map(([text]) => text)).toEqual(["s3cret-of-forge"]);
  expect(onClose).toHaveBeenCalledTimes(1);
  await expect.element(page.getByText(/Copied password of "Forge"/)).toBeVisible();
});

it("copies the password at once with its keys, while something is typed", async () => {
  const write = copied();
  await found();
  await userEvent.keyboard("{Control>}{Shift>}C{/Shift}{/Control}");
  await expect.poll(() => write.mock.calls.map(([text]) => text)).toEqual(["s3cret-of-forge"]);
});

it("types no letter into the field, and opens the website", async () => {
  const launched = vi.spyOn(window, "open").mockReturnValue(null);
  await found();
  await userEvent.keyboard("{End}{ArrowRight}xyz");
  await expect.element(field).toHaveValue("Forge");
  await userEvent.keyboard("w");
  expect(launched.mock.calls[0]?.[0]).toBe("https://forge.example/");
});

it("goes to the vault", async () => {
  await found();
  await userEvent.keyboard("{Tab}{ArrowUp}{Enter}");
  await expect.element(address).toHaveTextContent(`/vaults/${home.id}`);
});

it("is reached by a finger too, and marks in the results what was typed", async () => {
  await found();
  expect([...document.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["Forge", "forge", "forge"]);
  await page.getByTitle("More actions").click();
  await expect.element(option("Open website")).toBeVisible();
});
