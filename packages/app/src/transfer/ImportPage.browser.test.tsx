/** The way to the review: a source, a file, and what is said of a file that is none. */
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CSV, chooseFile, dropFiles, fileOf, openWizard } from "./testing/wizard.tsx";

const UNREADABLE = "Failed to process import file. Please check the correct file format and source.";
const source = (name: string | RegExp) => page.getByRole("button", { name });
const rows = () => page.getByRole("checkbox", { name: /^Select (?!all)/ });

it("shows how to get the file of the source that is chosen, and goes back to the sources", async () => {
  await openWizard();
  await expect.element(page.getByRole("button", { name: "Back", exact: true })).not.toBeInTheDocument();
  await source(/^Firefox/).click();
  await expect.element(page.getByRole("heading", { name: "How do I get this file from Firefox?" })).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(source(/^Firefox/)).toBeVisible();
});

it("begins with the program that the link names, and goes back to all of them", async () => {
  await openWizard({ at: "/import?source=safari" });
  await expect.element(page.getByRole("heading", { name: "How do I get this file from Safari?" })).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(source(/^Firefox/)).toBeVisible();
});

it("begins with all programs where the link names none of them", async () => {
  await openWizard({ at: "/import?source=constructor" });
  await expect.element(source(/^Firefox/)).toBeVisible();
});

it("recognises a file that is dropped before a source was chosen", async () => {
  await openWizard();
  await dropFiles(fileOf(CSV));
  await expect.poll(() => rows().elements().length).toBe(4);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "How do I get this file from Chrome?" })).toBeVisible();
});

it("reads a file that is chosen at its source", async () => {
  await openWizard();
  await source(/^Chrome/).click();
  await chooseFile(fileOf(CSV));
  await expect.poll(() => rows().elements().length).toBe(4);
});

it("says of a file from elsewhere that it cannot be read, and takes the next one", async () => {
  await openWizard();
  await source(/^Safari/).click();
  await chooseFile(fileOf("a,b\n1,2"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(UNREADABLE);
  await chooseFile(fileOf("Title,URL,Username,Password\nMail,https://mail.example,ada,one"));
  await expect.poll(() => rows().elements().length).toBe(1);
});

it("asks how a file from an old spreadsheet is written, shows what each answer makes of it, and changes no password (T1)", async () => {
  const { runs } = await openWizard();
  const bytes = [new TextEncoder().encode("name,url,username,password\nMail,https://mail.example,ann,p"), [0xe4, 0x73, 0x73, 0x80, 0x35]];
  await dropFiles(
    new File(
      bytes.map((part) => new Uint8Array(part)),
      "old.csv",
    ),
  );
  await expect.element(page.getByRole("heading", { name: "Which of these looks right?" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "p\uFFFDss" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "päss", exact: true })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "ss€5" })).toBeVisible();
  await page.getByRole("combobox", { name: "Encoding" }).click();
  await page.getByRole("option", { name: "Cyrillic (Windows)" }).click();
  await expect.element(page.getByRole("cell", { name: /pдss/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Encoding" }).click();
  await page.getByRole("option", { name: "Western European (Windows)" }).click();
  await page.getByRole("button", { name: "This looks right" }).click();
  await page.getByRole("button", { name: "Import 1 new item" }).click();
  await expect.poll(() => runs[0]?.candidates.map(({ password }) => password)).toEqual(["päss€5"]);
});

it("reads a file under the wrong tile as what it is, and says so (T5, T9)", async () => {
  await openWizard();
  await source(/^Firefox/).click();
  await chooseFile(fileOf(CSV));
  await expect.element(page.getByText("This file is not from Firefox: its columns are those of Chrome, and it was read so.")).toBeVisible();
});

it("says of a file with a heading alone that there is nothing to import (V-10)", async () => {
  await openWizard();
  await dropFiles(fileOf("name,url,username,password\n"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("There is nothing to import in this file.");
});

it("reads files in a worker, not on the page (T11)", async () => {
  const taken = vi.spyOn(Blob.prototype, "arrayBuffer");
  await openWizard();
  await dropFiles(fileOf(CSV));
  await expect.poll(() => rows().elements().length).toBe(4);
  expect(taken).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it("refuses what no import can be, before it is read", async () => {
  await openWizard();
  await dropFiles(fileOf(CSV, "passwords.exe"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Invalid file type. Accepted formats:");
  await expect.element(page.getByRole("button", { name: "Invalid file type or size" })).toBeVisible();
  await dropFiles(fileOf(CSV), fileOf(CSV));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many files");
});

it("keeps the focus where the wizard goes on, by keyboard alone", async () => {
  await openWizard();
  (source(/^Chrome/).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const prompt = page.getByRole("button", { name: "Drag and drop your file here, or click to select" });
  await expect.element(prompt).toBeVisible();
  expect(document.activeElement?.contains(prompt.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it("asks a sealed backup for its password, and Back leads to its source", async () => {
  await openWizard();
  const sealed = { format: "coffer-sealed-backup", version: 1, kdf: { id: 1, salt: "AAAAAAAAAAAAAAAAAAAAAA" }, data: "1.AAAA" };
  await dropFiles(fileOf(JSON.stringify(sealed), "backup.json"));
  await expect.element(page.getByRole("heading", { name: "This backup is encrypted" })).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "File password" })).toHaveFocus();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "How do I get this file from Coffer Backup?" })).toBeVisible();
});
