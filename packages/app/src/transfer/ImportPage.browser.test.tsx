/** The way to the review: a source, a file, and what is said of a file that is none. */
import { expect, it } from "vitest";
import { page } from "vitest/browser";
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

it("refuses what no import can be, before it is read", async () => {
  await openWizard();
  await dropFiles(fileOf(CSV, "passwords.exe"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Invalid file type. Accepted formats:");
  await dropFiles(fileOf(CSV), fileOf(CSV));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many files");
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
