/** Toasts are over nothing that can be pressed, as far as there is room. */

import { TOAST_SUCCESS_MS } from "@coffer/core/constants";
import { notifications } from "@mantine/notifications";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Retype } from "../account/recovery/Retype.tsx";
import { SecretActions, SecretGroups, SecretPaper } from "../account/recovery/SecretPaper.tsx";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { confirm, proof, questions } from "./confirm.ts";
import { Toasts } from "./Toasts.tsx";
import { toast } from "./toast.ts";

afterEach(async () => {
  notifications.clean();
  document.querySelector("[data-late]")?.remove();
  await page.viewport(1280, 800);
});

const placedToasts = (): Element[] => [...document.querySelectorAll('[style*="--toast-left"] [data-toast]')];

/** How many toasts are on the screen, and how many of them cover the control. */
const coverOf = (control: Element): { readonly shown: number; readonly covering: number } => {
  const box = control.getBoundingClientRect();
  const covering = placedToasts().filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
  return { shown: placedToasts().length, covering: covering.length };
};

function aButton(label: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.dataset.late = "";
  Object.assign(button.style, { position: "fixed", bottom: "20px", left: "calc(50% - 90px)", width: "180px", height: "40px" });
  document.body.append(button);
  return button;
}

it.each([
  [1280, 800],
  [360, 640],
])("leaves free the button at the foot of a dialog at %d by %d, also one that comes later", async (width, height) => {
  await page.viewport(width, height);
  await renderApp(<Toasts />, { client: fakeClient({}), hasToasts: false });
  toast.done("Email verified", false); // one that goes covers nothing in the end
  // It comes from below: on its way it covers nothing.
  await expect.poll(() => placedToasts().map((one) => getComputedStyle(one).opacity)).toEqual(["1"]);
  const create = aButton("Create Profile");
  await expect.poll(() => coverOf(create)).toEqual({ shown: 1, covering: 0 });
});

it("leaves free a key that is shown once, on a phone where nothing else is", async () => {
  await page.viewport(360, 740);
  const groups = Array.from({ length: 13 }, (_, index) => `AB${index}D`);
  const asked = [{ label: "Group 2", group: "AB1D" }];
  await renderApp(
    <>
      <SecretPaper
        title="Save your recovery key"
        intro={"Keep it somewhere safe. ".repeat(8)}
        leaving="It is lost"
        onDone={() => undefined}
      >
        <SecretGroups label="Recovery key" testId="key" groups={groups} columns={4} />
        <SecretActions text="AB" label="Copy recovery key" copied="Copied recovery key" onDownload={() => undefined} />
        <Retype asked={asked} text="Type it again." action="I have saved it" capitals onDone={() => undefined} />
      </SecretPaper>
      <Toasts />
    </>,
    { client: fakeClient({}), hasToasts: false },
  );
  toast.done("Registration successful");
  // It comes from below.
  await expect.poll(() => placedToasts().map((one) => getComputedStyle(one).opacity)).toEqual(["1"]);
  const key = await page.getByRole("list", { name: "Recovery key" }).findElement();
  expect(coverOf(key)).toEqual({ shown: 1, covering: 0 });
});

it.each([
  ["a question", () => confirm({ message: "Really?" }), () => questions.answer(false)],
  ["the master password", () => proof.ask({}), () => proof.answer(false)],
])("waits while %s is asked, and has all of its time afterwards", async (_, ask, answer) => {
  await renderApp(<Toasts />, { client: fakeClient({}), hasToasts: false });
  const asked = ask();
  const taken = vi.fn();
  toast.offer("The card was deleted", { label: "Undo", run: taken });
  toast.done("The note was saved");
  // Longer than the note would have been there.
  await new Promise((resolve) => setTimeout(resolve, TOAST_SUCCESS_MS + 500));
  expect(placedToasts()).toEqual([]);
  answer();
  expect(await asked).toBe(false);
  await expect.poll(() => placedToasts().map((one) => one.textContent)).toEqual(expect.arrayContaining(["The note was saved"]));
  await page.getByRole("button", { name: "Undo" }).click();
  expect(taken).toHaveBeenCalledOnce();
});

it("keeps the one that is pointed at; the others go in their time", async () => {
  await renderApp(<Toasts />, { client: fakeClient({}), hasToasts: false });
  toast.offer("The card was deleted", { label: "Undo", run: () => undefined });
  toast.done("The note was saved");
  await expect.poll(() => placedToasts().map((one) => getComputedStyle(one).opacity)).toEqual(["1", "1"]);
  const [offer] = placedToasts();
  if (offer === undefined) throw new Error("no toast");
  await userEvent.hover(offer);
  await expect.poll(() => placedToasts(), { timeout: 5_000 }).toEqual([offer]);
});
