/** Where the text of a note is visible to anyone who passes by, and where it is not. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { KindPage } from "../pages/KindPage.tsx";

const ALARM = anItem("", { kind: "note", fields: { name: "Alarm", notes: "code 4711" } });
const open = () => renderVault(<KindPage kind="note" />, { items: [ALARM], at: "/notes" });

beforeEach(() => page.viewport(1100, 900));
afterEach(() => localStorage.clear());

it("is on its sticky note (V075) until the eye of the page is pressed, which this device remembers", async () => {
  await open();
  await expect.element(page.getByText("code 4711")).toBeVisible();
  await page.getByRole("button", { name: "Hide text of notes" }).click();
  await expect.element(page.getByText("Text hidden")).toBeVisible();
  expect(document.body.innerHTML).not.toContain("4711");
  expect(localStorage.getItem("note-texts")).toBe("off");
  await page.getByRole("button", { name: "Show text of notes" }).click();
  await expect.element(page.getByText("code 4711")).toBeVisible();
});

it("is not in a line of a list, whatever the eye says", async () => {
  await open();
  await page.getByRole("button", { name: "Show as list" }).click();
  await expect.element(page.getByRole("button", { name: "Alarm", exact: true })).toBeVisible();
  await expect.element(page.getByText("Text hidden")).not.toBeInTheDocument();
  expect(document.body.innerHTML).not.toContain("4711");
});
