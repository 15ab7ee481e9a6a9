/** An import itself: once, with its progress, its failure, its receipt and the way back. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { review } from "./testing/wizard.tsx";

const button = (name: string) => page.getByRole("button", { name });
const receipt = page.getByRole("region", { name: "Receipt of the import" });

it("writes what is chosen once however often it is pressed, shows how far it is, and ends at the vaults", async () => {
  let arrive = () => {};
  const answered = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { runs } = await review({
    answer: async ({ candidates, onProgress }, write) => {
      onProgress(40);
      await answered;
      const itemIds = write(candidates);
      return { created: itemIds.length, itemIds, vaultIds: [] };
    },
  });
  const start = (await button("Import 3 new items").findElement()) as HTMLButtonElement;
  start.click();
  start.click();
  await expect.element(page.getByText("Processing import...")).toBeVisible();
  await expect.element(page.getByText("40%")).toBeVisible();
  await expect.element(button("Importing...")).toBeDisabled();
  await expect.element(button("Back")).toBeDisabled();
  await expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeDisabled();
  arrive();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  await expect.element(page.getByText("Selected items imported successfully (3 items)")).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/vaults");
  expect(runs.map(({ candidates }) => candidates.map(({ name }) => name))).toEqual([["GitHub", "GitHub", "Mail"]]);
});

it("marks what a failed import has written before it failed, and writes only the rest at the next try", async () => {
  const { runs, items } = await review({
    answer: async ({ candidates }, write) => {
      if (runs.length === 1) {
        write(candidates.slice(0, 1));
        throw new TypeError("Failed to fetch");
      }
      const itemIds = write(candidates);
      return { created: itemIds.length, itemIds, vaultIds: [] };
    },
  });
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Import failed: Unknown error")).toBeVisible();
  await expect.element(page.getByText("Failed to import selected items")).toBeVisible();
  // The two of GitHub are the same: the first is there by now, so both exist.
  await button("Import 1 new item").click();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  expect(runs.at(-1)?.candidates.map(({ name }) => name)).toEqual(["Mail"]);
  expect(items().map(({ fields }) => fields.title)).toEqual(["Known", "GitHub", "Mail"]);
});

it("leaves a receipt that names what was not taken, and undoes exactly what it made", async () => {
  const { items } = await review();
  await button("Import 3 new items").click();
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
  await expect.element(receipt).toHaveTextContent("1 line of the file could not be read completely.");
  await receipt.getByRole("button", { name: "Undo import" }).click();
  const question = page.getByRole("alertdialog", { name: "Undo import" });
  await expect.element(question).toHaveTextContent("3 items will be removed");
  await question.getByRole("button", { name: "Undo import" }).click();
  await expect.element(receipt).not.toBeInTheDocument();
  expect(items().map(({ fields }) => fields.title)).toEqual(["Known"]);
});

it("keeps everything when the undo is called off, and goes when its receipt is closed", async () => {
  const { items } = await review();
  await button("Import 3 new items").click();
  await receipt.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect.element(receipt).toBeVisible();
  await receipt.getByRole("button", { name: "Close the receipt" }).click();
  await expect.element(receipt).not.toBeInTheDocument();
  expect(items()).toHaveLength(4);
});
