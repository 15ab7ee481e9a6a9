/** The palette: what it finds, how the keys choose, and what running a result does. */
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Commands } from "../../frame/commands.ts";
import { CONTENTS, field, home, labels, open, option } from "./testing/palette-world.tsx";

const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent ?? "";
// The theme is kept on the device; no other test must find it.
afterEach(() => {
  localStorage.clear();
});

const address = page.getByTestId("address");

it("offers at first what was used last, the pages the user may see, and the actions", async () => {
  await open();
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole("group", { name: "Recently used" })).toBeVisible();
  await expect.poll(() => labels()[0]).toContain("GitHub");
  expect(labels()[1]).toContain("Mail");
  expect(labels().some((label) => label.includes("Import File"))).toBe(true);
  expect(labels().some((label) => label.includes("Teams"))).toBe(false);
  expect(labels().some((label) => label.includes("Never used"))).toBe(false);
});

it("finds items, vaults, pages and actions by what is typed, and opens the item in its list", async () => {
  const { onClose } = await open();
  await field.fill("git");
  await expect.element(option(/GitHub/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  const [github] = CONTENTS.items;
  await expect.element(address).toHaveTextContent(`/all-items?tab=passwords&item=${github?.id}`);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("takes a page or an action of just that name first, before an item of it (V-7)", async () => {
  await open("trash");
  await expect.element(option(/^Trash$/)).toHaveAttribute("aria-selected", "true");
  await expect.element(option(/Trash can/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(address).toHaveTextContent("/trash");
});

it("knows everything of the user menu: its pages and the lock (V-7)", async () => {
  const { lock } = await open("lock");
  await expect.element(option(/^Lock$/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  expect(lock).toHaveBeenCalledTimes(1);
});

it("goes to the settings (V-7)", async () => {
  await open("settings");
  await expect.element(option(/^Settings$/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(address).toHaveTextContent("/settings");
});

it("never finds by a secret", async () => {
  await open();
  await field.fill("octocat-secret");
  await expect.element(page.getByText("Nothing found")).toBeVisible();
});

it("goes to a vault and says how much it holds", async () => {
  await open();
  await field.fill("home");
  await expect.element(page.getByRole("group", { name: "Vaults" }).getByRole("option")).toHaveTextContent("1 item");
  await page.getByRole("group", { name: "Vaults" }).getByRole("option").click();
  await expect.element(address).toHaveTextContent(`/vaults/${home.id}`);
});

it("lists the pages it was given", async () => {
  await open();
  await field.fill("import");
  await option("Import File").click();
  await expect.element(address).toHaveTextContent("/import");
});

it("looks into the trash only when it is asked to", async () => {
  await open();
  await field.fill("old mail");
  await expect.element(page.getByText("Nothing found")).toBeVisible();
  await field.fill("is:trashed old");
  await expect.element(option(/Old mail/)).toHaveTextContent("In the trash");
});

it("chooses with the arrows, round both ends, and starts again with every letter", async () => {
  await open("new");
  await expect.poll(labels).not.toEqual([]);
  const count = labels().length;
  expect(count).toBeGreaterThan(2);
  const [first = "", second = labels()[0] ?? ""] = labels();
  const last = labels()[count - 1] ?? "";
  await expect.poll(chosen).toBe(first);
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(chosen).toBe(last);
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(chosen).toBe(first);
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(chosen).toBe(second);
  await field.fill("ne");
  await expect.poll(() => document.querySelectorAll('[role="option"]')[0]?.getAttribute("aria-selected")).toBe("true");
});

it("runs an action after it has closed", async () => {
  const { onClose, commands } = await open();
  await field.fill("new note");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(commands.add).toHaveBeenCalledWith("note");
});

it.each([
  ["generate a password", ({ setGenerating }: Commands) => expect(setGenerating).toHaveBeenCalledWith(true)],
  ["keys help", ({ openHelp }: Commands) => expect(openHelp).toHaveBeenCalledTimes(1)],
])("runs %j", async (text, expectRun) => {
  const { commands, onClose } = await open();
  await field.fill(text);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expectRun(commands);
});

it("Enter right after the last letter runs what is listed for it, not what was listed before", async () => {
  const { lock } = await open();
  await expect.poll(() => labels()[0]).toContain("GitHub");
  const input = field.element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "lock");
  // Both in one turn of the page, before anything else can be listed.
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  await expect.poll(() => lock.mock.calls.length).toBe(1);
  await expect.element(address).not.toHaveTextContent("item=");
});

it("changes the theme", async () => {
  await open();
  await field.fill("appearance");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe("dark");
});

it("signs out", async () => {
  const { logout } = await open();
  await field.fill("sign out");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => logout.mock.calls.length).toBe(1);
  await expect.element(address).toHaveTextContent("/login");
});

it("closes with Escape and runs nothing", async () => {
  const { onClose, commands } = await open();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(commands.add).not.toHaveBeenCalled();
});
