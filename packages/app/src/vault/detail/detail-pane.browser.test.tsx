/** The detail of an item opens next to its list where both have room, and leaves the page usable; on narrower screens it is a dialog over the page. */
import { kindOf } from "@coffer/core/items/kinds";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const NAMES = Array.from({ length: 60 }, (_, number) => `Site ${String(number).padStart(2, "0")}`);
const ITEMS = NAMES.map((name) => anItem(name, { fields: { username: "ann", password: "Tulips2024" } }));

const detail = (name: string) => page.getByRole("dialog", { name });
const row = (name: string) => page.getByRole("button", { name, exact: true });
const focused = (): string | null => document.activeElement?.textContent ?? null;

beforeEach(() => page.viewport(1280, 800));
const open = () => renderVault(<KindPage kind="password" />, { items: ITEMS, at: kindOf("password").page });

it("leaves the list to be used: another item takes its place, and the list says which one it is", async () => {
  await open();
  await row("Site 03").click();
  await expect.element(detail("Site 03")).toHaveAttribute("aria-modal", "false");
  await expect.element(row("Site 03")).toHaveAttribute("aria-current", "true");
  await row("Site 05").click();
  await expect.element(detail("Site 05")).toBeVisible();
  await expect.element(detail("Site 03")).not.toBeInTheDocument();
  await expect.element(row("Site 03")).not.toHaveAttribute("aria-current");
});

it("follows the arrow keys through the list, which keep the focus there", async () => {
  await open();
  await row("Site 03").click();
  await expect.element(detail("Site 03")).toBeVisible();
  (row("Site 03").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(detail("Site 04")).toBeVisible();
  await expect.poll(focused).toBe("Site 04");
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await expect.poll(focused).toBe("Site 05");
  await expect.element(detail("Site 04")).toBeVisible();
});

it("has the focus when it opens, and gives it back to its item, in sight, when Escape closes it", async () => {
  await open();
  window.scrollTo(0, 1_200);
  await expect.element(row("Site 40")).toBeVisible();
  await row("Site 40").click();
  await expect.element(detail("Site 40")).toHaveFocus();
  await expect.element(row("Site 40")).toBeInViewport();
  await userEvent.keyboard("{Escape}");
  await expect.element(detail("Site 40")).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Site 40");
  await expect.element(row("Site 40")).toBeInViewport();
});

it("does not take the focus back from where the person has gone meanwhile, as the search box", async () => {
  const box = document.createElement("input");
  document.body.append(box);
  await open();
  await row("Site 03").click();
  await expect.element(detail("Site 03")).toHaveFocus();
  // Before React draws what Escape has closed, as on a busy machine.
  detail("Site 03")
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  box.focus();
  await expect.element(detail("Site 03")).not.toBeInTheDocument();
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(box);
  box.remove();
});

it("has no ring around all of it, also where a key opened it: the list says which item it is", async () => {
  await open();
  (row("Site 03").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(detail("Site 03")).toHaveFocus();
  expect(detail("Site 03").element().matches(":focus-visible")).toBe(true);
  expect(getComputedStyle(detail("Site 03").element()).outlineStyle).toBe("none");
});

it("stays open when Escape closes something above it, or belongs to a text field", async () => {
  await open();
  await row("Site 03").click();
  await detail("Site 03").getByRole("button", { name: "More actions for Site 03" }).click();
  await expect.element(page.getByRole("menu")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(detail("Site 03")).toBeVisible();

  await detail("Site 03").getByRole("button", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: kindOf("password").words.edit });
  await expect.element(form).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(detail("Site 03")).toBeVisible();

  await page.getByRole("textbox", { name: "Search" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(detail("Site 03")).toBeVisible();
});

describe("what is added or edited", () => {
  const { words } = kindOf("password");
  const form = (name: string) => page.getByRole("dialog", { name });
  const title = (name: string) => form(name).getByRole("textbox", { name: "Title" });

  it("is in the same place, begins in its title, and gives the place back", async () => {
    await open();
    await row("Site 03").click();
    await expect.element(detail("Site 03")).toBeVisible();
    const before = detail("Site 03").element().getBoundingClientRect();
    await detail("Site 03").getByRole("button", { name: "Edit", exact: true }).click();
    await expect.element(form(words.edit)).toHaveAttribute("aria-modal", "false");
    await expect.element(title(words.edit)).toHaveFocus();
    await expect.element(detail("Site 03")).not.toBeInTheDocument();
    const { left, width } = form(words.edit).element().getBoundingClientRect();
    expect([left, width]).toEqual([before.left, before.width]);
    await userEvent.keyboard("{Escape}");
    await expect.element(detail("Site 03")).toBeVisible();
  });

  it("is next to the list also when nothing was looked at before, and the list stays", async () => {
    await open();
    await page.getByRole("button", { name: words.create }).first().click();
    await expect.element(title(words.create)).toHaveFocus();
    await expect.element(row("Site 03")).toBeVisible();
    const { right } = row("Site 03").element().getBoundingClientRect();
    expect(form(words.create).element().getBoundingClientRect().left).toBeGreaterThan(right);
    await form(words.create).getByRole("button", { name: "Cancel" }).click();
    await expect.element(form(words.create)).not.toBeInTheDocument();
    await expect.element(row("Site 03")).toBeVisible();
  });

  it("is left for another item only when what was typed may go", async () => {
    await open();
    await row("Site 03").click();
    await detail("Site 03").getByRole("button", { name: "Edit", exact: true }).click();
    await title(words.edit).fill("Site 3, changed");
    await row("Site 05").click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    await expect.element(title(words.edit)).toHaveValue("Site 3, changed");
    await row("Site 05").click();
    await page.getByRole("button", { name: "Close without saving" }).click();
    await expect.element(detail("Site 05")).toBeVisible();
    await expect.element(form(words.edit)).not.toBeInTheDocument();
  });
});

it("is a dialog over the page where there is no room next to the list", async () => {
  await page.viewport(1199, 800);
  await open();
  await row("Site 03").click();
  await expect.element(detail("Site 03")).toHaveAttribute("aria-modal", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(detail("Site 03")).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Site 03");
});
