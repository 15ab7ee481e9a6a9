/** The export as a person meets it: the formats, their passwords, what they leave out, and the file. */
import type { Contents } from "@coffer/client";
import { anItem as anItemOf } from "@coffer/core/items/testing/an-item";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { ExportDialog } from "./ExportDialog.tsx";

const CONTENTS = {
  items: [
    anItemOf("password", { title: "GitHub", password: "one" }, { id: "1" }),
    anItemOf("card", { name: "Everyday card" }, { id: "2" }),
    anItemOf("password", { title: "Formula", password: "=one", totp: "JBSWY3DPEHPK3PXP" }, { id: "4", favourite: true }),
    anItemOf("note", { name: "broken" }, { id: "3", state: "tampered" }),
  ],
  vaults: [],
};
const RIGHT = "the master password";

/** Files that were handed to the downloads. */
let files: { readonly name: string; readonly blob: Blob }[] = [];

beforeEach(() => {
  files = [];
  let made: Blob = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    made = blob as Blob;
    return "blob:coffer";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: made });
  });
});
afterEach(() => vi.restoreAllMocks());

/** @param verify - what the server says of a master password. */
async function open(
  verify: (password: string) => Promise<boolean> = async (password) => password === RIGHT,
  contents: Contents = CONTENTS,
) {
  const tried: string[] = [];
  const onClose = vi.fn();
  const client = fakeClient({
    session: ANN,
    account: {
      verifyMasterPassword: ({ password }) => {
        tried.push(password);
        return verify(password);
      },
    },
    vault: { contents: () => contents, pull: async () => contents, openMany: async () => [...contents.items] },
  });
  await renderApp(<ExportDialog onClose={onClose} />, { client });
  return { tried, onClose };
}

const master = page.getByLabelText("Confirm Master Password", { exact: true });
const filePassword = page.getByLabelText("File password", { exact: true });
const button = page.getByRole("button", { name: "Export", exact: true });
const format = (name: RegExp) => page.getByRole("radio", { name });

it("names what the table has no column for, says why formulas are kept, and offers the safe form (T12)", async () => {
  await open();
  const behind = page.getByRole("region", { name: "What stays behind" });
  await expect.element(behind).toHaveTextContent("One-time code of 1 item");
  await expect.element(behind).toHaveTextContent("Favorite of 1 item");
  await expect.element(page.getByText(/written exactly as they are, on purpose/)).toBeVisible();
  await format(/^Credential Exchange/).click();
  await expect.element(behind).toHaveTextContent("Not in a Credential Exchange (CXF) file: colors of vaults");
  await expect.element(behind).not.toHaveTextContent("One-time code");
  await format(/^Complete JSON/).click();
  await expect.element(behind).not.toBeInTheDocument();
  await format(/^CSV/).click();
  await page.getByRole("checkbox", { name: "Safe for spreadsheets" }).click();
  await master.fill(RIGHT);
  await button.click();
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.blob.text()).toContain("'=one");
});

it("waits in the field of the master password, and exports nothing without it", async () => {
  await open();
  await expect.element(master).toHaveFocus();
  await expect.element(button).toBeDisabled();
});

it("exports as CSV, warns of readable passwords and says what stays behind", async () => {
  const { tried, onClose } = await open();
  await expect.element(page.getByText(/saved as readable text/)).toBeVisible();
  await expect.element(page.getByText(/spreadsheet may run one that begins with/)).toBeVisible();
  await expect.element(page.getByText("CSV leaves out 1 card.")).toBeVisible();
  await expect.element(page.getByText("1 item cannot be read and will not be in the file.")).toBeVisible();
  await master.fill(RIGHT);
  await button.click();
  await expect.element(page.getByText("Data exported successfully")).toBeVisible();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(tried).toEqual([RIGHT]);
  expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^coffer-export.*\.csv$/)]);
  const text = await files[0]?.blob.text();
  expect(text).toContain("GitHub");
  expect(text).not.toContain("Everyday card");
  await expect.element(page.getByRole("alertdialog", { name: "Not everything was exported" })).toBeVisible();
});

it("takes the cards along when asked to", async () => {
  await open();
  await page.getByRole("checkbox", { name: "Include cards" }).click();
  await expect.element(page.getByText("No card is left out.")).toBeVisible();
  await master.fill(RIGHT);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.blob.text()).toContain("Everyday card");
});

it("exports everything as JSON, without a choice of cards", async () => {
  await open();
  await format(/^Complete JSON/).click();
  await expect.element(page.getByRole("checkbox", { name: "Include cards" })).not.toBeInTheDocument();
  await master.fill(RIGHT);
  await button.click();
  await expect.poll(() => files.map(({ name }) => name.split(".").at(-1))).toEqual(["json"]);
  expect(await files[0]?.blob.text()).toContain("Everyday card");
});

it("asks an encrypted file for a password of its own, and sends nothing before it is right", async () => {
  const { tried } = await open();
  await format(/^Encrypted JSON/).click();
  await expect.element(page.getByText(/saved as readable text/)).not.toBeInTheDocument();
  await filePassword.fill("too short");
  await master.fill(RIGHT);
  await button.click();
  await expect.element(page.getByText("Password must be at least 12 characters long")).toBeVisible();
  await expect.element(filePassword).toHaveFocus();
  await expect.element(filePassword).toHaveValue("too short");
  // Nothing was tried yet: it is not typed again.
  await expect.element(master).toHaveValue(RIGHT);
  await filePassword.fill("long enough for it");
  await page.getByLabelText("Confirm file password", { exact: true }).fill("another one");
  await button.click();
  await expect.element(page.getByText("Passwords do not match")).toBeVisible();
  expect(tried).toEqual([]);
});

it("empties the master password with every try, right or wrong, and says which it was", async () => {
  const { onClose } = await open();
  await master.fill("wrong");
  await button.click();
  await expect.element(page.getByText("Invalid master password")).toBeVisible();
  await expect.element(master).toHaveValue("");
  await expect.element(master).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  expect(files).toEqual([]);
});

it("names what is not in the file: what does not open, and what only a newer version knows", async () => {
  await open(undefined, { ...CONTENTS, later: 2 });
  await format(/^Complete JSON/).click();
  await master.fill(RIGHT);
  await button.click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Not everything was exported" }))
    .toHaveTextContent(
      "1 item could not be read and is not in the file. What else you have is there. 2 items were made by a newer version of Coffer and are not in the file.",
    );
  expect(files).toHaveLength(1);
});

it("says by a toast that it failed, and stays as it was filled in", async () => {
  const { onClose } = await open(() => Promise.reject(new TypeError("Failed to fetch")));
  await format(/^Complete JSON/).click();
  await master.fill(RIGHT);
  await button.click();
  await expect.element(page.getByText("Failed to export data")).toBeVisible();
  await expect.element(format(/^Complete JSON/)).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});

it("exports once however often it is pressed, and cannot be closed until it is done", async () => {
  let arrive = (_: boolean) => {};
  const { tried, onClose } = await open(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  await master.fill(RIGHT);
  const pressed = (await button.findElement()) as HTMLButtonElement;
  pressed.click();
  pressed.click();
  await expect.element(page.getByRole("button", { name: "Exporting..." })).toBeDisabled();
  await page.getByRole("button", { name: "Close" }).click();
  expect(onClose).not.toHaveBeenCalled();
  arrive(true);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect([tried.length, files.length]).toEqual([1, 1]);
});

it("closes at once when nothing was chosen, and asks when something was", async () => {
  const { onClose } = await open();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
  await format(/^Encrypted JSON/).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "Unsaved changes" })).toBeVisible();
  expect(onClose).toHaveBeenCalledTimes(1);
});
