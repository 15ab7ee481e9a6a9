/** The review: what is taken, what is looked at, and what is taken out. */
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { CSV, KNOWN, review } from "./testing/wizard.tsx";

const boxes = () => page.getByRole("checkbox", { name: /^Select (?!all)/ });
const chosen = () =>
  boxes()
    .elements()
    .map((box) => (box as HTMLInputElement).checked);
const all = page.getByRole("checkbox", { name: "Select all" });
const tab = (name: RegExp) => page.getByRole("tab", { name });
const names = () =>
  boxes()
    .elements()
    .map((box) => box.getAttribute("aria-label"));

afterEach(() => page.viewport(1280, 800));

it("chooses what is new and leaves out what the vault has", async () => {
  await review();
  await expect.poll(chosen).toEqual([true, true, true, false]);
  await expect.element(page.getByText("3 of 4 items selected")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Import 3 new items" })).toBeEnabled();
  await expect.element(page.getByText("Existing", { exact: true }).last()).toBeVisible();
});

it("warns of duplicates, of what is incomplete, of what exists, and names lines that are nothing", async () => {
  await review();
  for (const warning of [
    "Duplicate items detected. Remove duplicates before importing or import them as a new item.",
    "Incomplete items detected.",
    "We found 1 items that already exist in your vault. These items will be skipped during import.",
  ])
    await expect.element(page.getByText(warning)).toBeVisible();
  await page.getByText("1 line of the file could not be read completely").click();
  await expect.element(page.getByText("Line 6")).toBeVisible();
});

it("takes a row out of the choice and all of them in and out", async () => {
  await review();
  await page.getByRole("checkbox", { name: "Select Mail" }).click();
  await expect.poll(chosen).toEqual([true, true, false, false]);
  await expect.element(page.getByRole("button", { name: "Import 2 new items" })).toBeVisible();
  await all.click();
  await expect.poll(chosen).toEqual([true, true, true, true]);
  await all.click();
  await expect.poll(chosen).toEqual([false, false, false, false]);
  await expect.element(page.getByRole("button", { name: "Import 0 new items" })).toBeDisabled();
});

it("shows the rows of one state, and those that hold what is typed", async () => {
  await review();
  await tab(/^Duplicate/).click();
  await expect.poll(names).toEqual(["Select GitHub", "Select GitHub"]);
  await tab(/^Existing/).click();
  await expect.poll(names).toEqual(["Select Known"]);
  await tab(/^All/).click();
  await page.getByLabelText("Search items").fill("mail");
  await expect.poll(names).toEqual(["Select Mail"]);
  await page.getByLabelText("Search items").fill("nothing like it");
  await expect.element(page.getByText("No items match.")).toBeVisible();
});

it("asks before a row is removed, and keeps it when the answer is no", async () => {
  await review();
  const remove = page.getByRole("button", { name: "Remove Mail" });
  const question = page.getByRole("alertdialog");
  await remove.click();
  await expect.element(question).toHaveTextContent("Are you sure you want to remove this item?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => names().length).toBe(4);
  await remove.click();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => names().length).toBe(3);
});

it("removes all that are chosen, until the list is empty", async () => {
  await review();
  await all.click();
  await page.getByRole("button", { name: "Remove Selected" }).click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent("Are you sure you want to remove 4 selected items?");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(page.getByText("The list is empty.")).toBeVisible();
});

it("says so, and writes nothing, when all that is chosen is there already", async () => {
  const { runs } = await review(
    { items: [KNOWN] },
    CSV.split("\n")
      .filter((line) => /^name|^Known/.test(line))
      .join("\n"),
  );
  await page.getByRole("checkbox", { name: "Select Known" }).click();
  await page.getByRole("button", { name: "Import 0 new items" }).click();
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent("All selected items already exist in your vault. No new items to import.");
  expect(runs).toEqual([]);
});

it("hides passwords until one is asked for", async () => {
  await review();
  await expect.element(page.getByText("two", { exact: true })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Show password of Mail" }).click();
  await expect.element(page.getByText("two", { exact: true })).toBeVisible();
  window.dispatchEvent(new Event("blur"));
  await expect.element(page.getByText("two", { exact: true })).not.toBeInTheDocument();
});

it("is a list of cards where there is little room", async () => {
  await page.viewport(360, 800);
  await review();
  // The row of tabs scrolls, so that the page need not.
  const { scrollWidth, clientWidth } = page.getByRole("tablist").element().parentElement ?? document.body;
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  // The rows are what one sees first; what there is to know and to choose is one line, which opens.
  const warning = page.getByText("Incomplete items detected.");
  await expect.element(warning).not.toBeVisible();
  await expect.poll(() => document.querySelector("article")?.getBoundingClientRect().top ?? 800).toBeLessThan(420);
  await page.getByText("Options and 4 notes").click();
  await expect.element(warning).toBeVisible();
  await page.getByText("Options and 4 notes").click();
  await page.getByRole("checkbox", { name: "Mail" }).click();
  await expect.element(page.getByText("2 of 4 items selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select All" }).click();
  await expect.element(page.getByText("4 of 4 items selected")).toBeVisible();
  // The last line of a card is whole.
  const flag = page.getByText("Already exists in your vault").element();
  const card = flag.closest("article")?.getBoundingClientRect();
  expect(card?.bottom).toBeGreaterThanOrEqual(flag.getBoundingClientRect().bottom + 8);
});

const back = page.getByRole("button", { name: "Back", exact: true });

it("is left by Back at once as it came", async () => {
  await review();
  await back.click();
  await expect.element(page.getByRole("heading", { name: /^How do I get this file/ })).toBeVisible();
});

it("is left by Back after a question where rows were taken out of it", async () => {
  await review();
  await page.getByRole("checkbox", { name: "Select Mail" }).click();
  await back.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(chosen).toEqual([true, true, false, false]);
  await back.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Close without saving" }).click();
  await expect.element(page.getByRole("heading", { name: /^How do I get this file/ })).toBeVisible();
});
