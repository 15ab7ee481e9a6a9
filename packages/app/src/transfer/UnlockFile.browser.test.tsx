/** The password of a sealed backup. */
import { ClientError, DecryptError } from "@coffer/client";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import type { FileKey } from "./read-file.ts";
import { UnlockFile } from "./UnlockFile.tsx";

/** @param answer - what becomes of a try. */
async function open(answer: () => Promise<void> = async () => undefined) {
  const tried: string[] = [];
  const onUnlock = async ({ password }: FileKey) => {
    tried.push(password);
    await answer();
  };
  await renderApp(<UnlockFile isBackup takesKeyFile={false} onUnlock={onUnlock} />, { client: fakeClient({ session: ANN }) });
  return { tried, field: page.getByLabelText("File password", { exact: true }), button: page.getByRole("button", { name: "Open backup" }) };
}

it("has the focus in its field, and opens with Enter", async () => {
  const { tried, field, button } = await open();
  await expect.element(field).toHaveFocus();
  await expect.element(button).toBeDisabled();
  await userEvent.keyboard("of the file{Enter}");
  await expect.poll(() => tried).toEqual(["of the file"]);
});

it("says of a wrong password that it is wrong, and waits in an empty field for the next", async () => {
  const { field } = await open(() => Promise.reject(new DecryptError()));
  await field.fill("wrong");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("This password does not open the backup. Please try again.")).toBeVisible();
  await expect.element(field).toHaveValue("");
  await expect.element(field).toHaveFocus();
});

it("says what else is wrong with the file", async () => {
  const { field } = await open(() => Promise.reject(new ClientError("Not a backup of this version")));
  await field.fill("right");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Not a backup of this version")).toBeVisible();
});

it("tries once however often it is pressed", async () => {
  let arrive = () => {};
  const answered = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { tried, field, button } = await open(() => answered);
  await field.fill("of the file");
  const pressed = (await button.findElement()) as HTMLButtonElement;
  pressed.click();
  pressed.click();
  await expect.element(page.getByRole("button", { name: "Opening..." })).toBeDisabled();
  arrive();
  await expect.element(button).toBeVisible();
  expect(tried).toEqual(["of the file"]);
});
