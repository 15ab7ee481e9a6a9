/** An import itself: once, with its progress, its failure, its receipt and the way back. */
import { ClientError } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { aVault } from "../testing/sample-items.ts";
import { CSV, chooseFile, fileOf, openWizard, review, type SavedRecords } from "./testing/wizard.tsx";

const button = (name: string | RegExp) => page.getByRole("button", { name });
/** Whether the browser would ask before the page is left. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const receipt = page.getByRole("region", { name: "Receipt of the import" });

it("writes what is chosen once however often it is pressed, shows how far it is, and ends at the vaults", async () => {
  let arrive = () => {};
  const answered = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { runs } = await review({
    answer: async ({ candidates, onProgress }, write) => {
      onProgress(40, 0);
      await answered;
      return { created: write(candidates).length, vaultIds: [], isStopped: false };
    },
  });
  const start = (await button("Import 3 new items").findElement()) as HTMLButtonElement;
  start.click();
  start.click();
  await expect.element(page.getByText("Processing import...")).toBeVisible();
  await expect.element(page.getByText("40%")).toBeVisible();
  await expect.element(button("Importing...")).toBeDisabled();
  await expect.element(button("Stop import")).toBeEnabled();
  await expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeDisabled();
  arrive();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  await expect.element(page.getByText("Selected items imported successfully (3 items)")).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/vaults");
  expect(runs.map(({ candidates }) => candidates.map(({ name }) => name))).toEqual([["GitHub", "GitHub", "Mail"]]);
});

it("draws nothing but the progress while an import runs: not one row is looked at", async () => {
  let goOn = (_percent: number) => {};
  let arrive = () => {};
  const { runs } = await review({
    answer: async ({ candidates, onProgress }, write) => {
      goOn = (percent) => onProgress(percent, 0);
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return { created: write(candidates).length, vaultIds: [], isStopped: false };
    },
  });
  await button("Import 3 new items").click();
  await expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeDisabled();
  const has = vi.spyOn(Set.prototype, "has");
  goOn(40);
  await expect.element(page.getByText("40%")).toBeVisible();
  const asked = has.mock.calls.map(([id]) => id as unknown);
  has.mockRestore();
  expect(runs[0]?.candidates.filter(({ id }) => asked.includes(id))).toEqual([]);
  arrive();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Select Mail" })).toBeDisabled();
});

it("marks what a failed import has written before it failed, and writes only the rest at the next try", async () => {
  const { runs, items } = await review({
    answer: async ({ candidates }, write) => {
      if (runs.length === 1) {
        write(candidates.slice(0, 1));
        throw new TypeError("Failed to fetch");
      }
      return { created: write(candidates).length, vaultIds: [], isStopped: false };
    },
  });
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Import failed: there is no connection to the server")).toBeVisible();
  await expect.element(page.getByText("Failed to import selected items")).toBeVisible();
  // The two of GitHub are the same: the first is there already, so both exist.
  await button("Import 1 new item").click();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  expect(runs.at(-1)?.candidates.map(({ name }) => name)).toEqual(["Mail"]);
  expect(items().map(({ fields }) => fields.title)).toEqual(["Known", "GitHub", "Mail"]);
});

it.each(["Upload failed", "Master key not found"])("says what stopped it in the words of the specification: %s", async (message) => {
  await review({ answer: () => Promise.reject(new ClientError(message)) });
  await page.getByRole("button", { name: "Import 3 new items" }).click();
  await expect.element(page.getByText(`Import failed: ${message}`)).toBeVisible();
});

it("says once that there is no connection", async () => {
  await review({ answer: () => Promise.reject(Object.assign(new Error("There is no connection."), { name: "ConnectionError" })) });
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Import failed: there is no connection to the server", { exact: true })).toBeVisible();
});

it("counts what an attempt wrote whose last answer never came", async () => {
  const kept: SavedRecords = new Map<string, unknown>([
    ["import/receipt", { source: "Chrome", fileKey: "f", seed: "s", lastRow: 3, vaultIds: [], written: 1, state: "running" }],
  ]);
  await openWizard({ kept, verbs: { transfer: { createdIds: async () => ["a", "b", "c"] } } });
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
});

it("offers no Undo where it wrote nothing", async () => {
  await review({ answer: () => Promise.reject(new TypeError("Failed to fetch")) });
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Import failed: there is no connection to the server")).toBeVisible();
  await expect.element(receipt).toHaveTextContent("0 items imported from Chrome.");
  await expect.element(receipt.getByRole("button", { name: "Close the receipt" })).toBeEnabled();
  await expect.element(receipt.getByRole("button", { name: "Undo import" })).not.toBeInTheDocument();
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

it("is done also where what is there cannot be counted once more, and says what it counted itself", async () => {
  await review({ verbs: { transfer: { createdIds: () => Promise.reject(new TypeError("no scope")) } } });
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Import completed successfully!")).toBeVisible();
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
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

it("keeps its receipt through a reload in the middle, asks before that, and goes on with the same file as the same import (T2, T4)", async () => {
  const kept: SavedRecords = new Map();
  const cutOff = Promise.withResolvers<never>();
  const { runs } = await review({
    kept,
    answer: async ({ candidates }, write) => {
      write(candidates.slice(0, 1));
      return cutOff.promise;
    },
  });
  expect(asks()).toBe(false);
  await button("Import 3 new items").click();
  await expect.element(page.getByText("Processing import...")).toBeVisible();
  expect(asks()).toBe(true);
  await expect.element(receipt).not.toBeInTheDocument();

  // Another page on the same device.
  const later = await openWizard({ kept });
  await expect.element(receipt).toHaveTextContent("The import ended before its last row. Choose the same file again to continue");
  await button("Chrome").click();
  await chooseFile(fileOf(CSV));
  await button("Import 3 new items").click();
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
  await expect.element(receipt).not.toHaveTextContent("ended before");
  const session = kept.get("import/receipt") as { readonly seed: string };
  expect(later.runs.map(({ seed }) => seed)).toEqual([session.seed]);
  expect(runs[0]?.seed).toBeUndefined();
  cutOff.reject(new TypeError("Failed to fetch"));
  await expect.poll(asks).toBe(false);
});

it.each([
  ["another file", { state: "open" }],
  ["the same file, once it is done", { state: "done", isSame: true }],
] as const)("begins another import with %s", async (_, { state, isSame = false }: { state: string; isSame?: boolean }) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(CSV)));
  const fileKey = isSame ? Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") : "another";
  const earlier = { source: "Chrome", fileKey, seed: "earlier", lastRow: 1, vaultIds: [], written: 1, errors: [], state };
  const { runs } = await review({ kept: new Map([["import/receipt", earlier]]) });
  await button("Import 3 new items").click();
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
  expect(runs.map(({ seed }) => seed)).toEqual([undefined]);
});

it("stops when it is asked to, says what is there, and stays at the review (T10)", async () => {
  const { items } = await review({
    answer: async ({ candidates, signal }, write) => {
      write(candidates.slice(0, 1));
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return { created: 1, vaultIds: [], isStopped: true };
    },
  });
  await button("Import 3 new items").click();
  await button("Back").click();
  await expect.element(page.getByText(/^The import was stopped/)).toBeVisible();
  await expect.element(receipt).toHaveTextContent("1 item imported from Chrome.");
  await expect.element(button("Import 1 new item")).toBeEnabled();
  expect(items()).toHaveLength(2);
});

it("asks where rows without a folder should go, and imports them there (T10)", async () => {
  const { runs } = await review({ vaults: [aVault("Home")] });
  const vault = page.getByRole("combobox", { name: "Vault" });
  await expect.element(vault).toHaveValue("Unassigned");
  await expect.element(page.getByText("4 items of this file have no folder. Where should they go?")).toBeVisible();
  await vault.click();
  await page.getByRole("option", { name: "New vault: Imported from Chrome" }).click();
  await vault.click();
  await page.getByRole("option", { name: "Home" }).click();
  await expect.poll(() => page.getByRole("cell", { name: "Home" }).elements().length).toBe(4);
  // In that vault nothing is known yet: what is unassigned is another item.
  await button("Import 3 new items").click();
  await expect.poll(() => runs.length).toBe(1);
  expect(runs[0]?.candidates.map(({ folder }) => folder)).toEqual(["Home", "Home", "Home"]);
});

it("goes on when the user leaves the wizard, and does not move them at its end (T10)", async () => {
  let arrive = () => {};
  const answered = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await review({
    answer: async ({ candidates }, write) => {
      await answered;
      return { created: write(candidates).length, vaultIds: [], isStopped: false };
    },
  });
  await button("Import 3 new items").click();
  await button("Leave the wizard").click();
  expect(asks()).toBe(true);
  arrive();
  await expect.element(receipt).toHaveTextContent("3 items imported from Chrome.");
  await expect.element(page.getByTestId("address")).toHaveTextContent("/import");
  await expect.poll(asks).toBe(false);
});

it("leaves passwords that look HTML-encoded as they are, until the user says otherwise", async () => {
  const { runs } = await review(
    { items: [] },
    "name,url,username,password\nShop,https://shop.example,ann,a&amp;b\nMail,https://mail.example,bob,x&y\n",
  );
  const note = page.getByRole("region", { name: "HTML-encoded passwords" }).or(page.getByText("1 password looks HTML-encoded."));
  await expect.element(note.first()).toBeVisible();
  await button("Decode them").click();
  await expect.element(page.getByText("1 password looks HTML-encoded.")).not.toBeInTheDocument();
  await button("Import 2 new items").click();
  await expect.element(receipt).toBeVisible();
  expect(runs[0]?.candidates.map(({ fields }) => fields.password)).toEqual(["a&b", "x&y"]);
});

it("imports decoded passwords only once they are compared with the vault, however soon the import is pressed", async () => {
  const { resolve: arrive, promise: arrived } = Promise.withResolvers<void>();
  let pulls = 0;
  const pull = async () => {
    if (++pulls > 1) await arrived;
    return { items: [], vaults: [] };
  };
  const { runs } = await review({ verbs: { vault: { pull } } }, "name,url,username,password\nShop,https://shop.example,ann,a&amp;b\n");
  const decode = (await button("Decode them").findElement()) as HTMLButtonElement;
  const start = (await button("Import 1 new item").findElement()) as HTMLButtonElement;
  decode.click();
  start.click();
  await expect.element(button("Import 1 new item")).toBeDisabled();
  await expect.element(button("Decode them")).toBeDisabled();
  arrive();
  await button("Import 1 new item").click();
  await expect.poll(() => runs[0]?.candidates.map(({ fields }) => fields.password)).toEqual(["a&b"]);
});
