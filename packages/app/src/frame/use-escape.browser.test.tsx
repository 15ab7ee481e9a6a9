/** Which of several dialogs, sheets and questions over each other one Escape closes: the one on top, and no other. */
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { confirm, questions } from "../ui/confirm.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { Dialog } from "./Dialog.tsx";

const dialog = (name: string) => page.getByRole("dialog", { name });
const [onLower, onUpper] = [vi.fn(), vi.fn()];

/** The lower one is drawn again after the upper one opened, as when something loads. */
function Stacked({ kind }: { kind: "dialog" | "sheet" }) {
  const [upper, setUpper] = useState(false);
  const [drawn, draw] = useState(0);
  const inside = (
    <>
      <button type="button" onClick={() => setUpper(true)}>{`Open ${drawn}`}</button>
      {upper && (
        <Dialog
          title="Upper"
          onClose={() => {
            onUpper();
            setUpper(false);
          }}
        >
          <button type="button" onClick={() => draw(drawn + 1)}>
            Draw again
          </button>
        </Dialog>
      )}
    </>
  );
  return kind === "dialog" ? (
    <Dialog title="Lower" onClose={onLower}>
      {inside}
    </Dialog>
  ) : (
    <Sheet opened title="Lower" onClose={onLower}>
      {inside}
    </Sheet>
  );
}

const open = (kind: "dialog" | "sheet") => renderApp(<Stacked kind={kind} />, { client: fakeClient({}) });

beforeEach(() => vi.resetAllMocks());
afterEach(() => {
  while (questions.current() !== null) questions.answer(false);
});

describe.each(["dialog", "sheet"] as const)("over a %s", (kind) => {
  it("Escape closes the dialog above alone, and then the one below", async () => {
    await open(kind);
    await page.getByRole("button", { name: "Open 0" }).click();
    await expect.element(dialog("Upper")).toBeVisible();
    await page.getByRole("button", { name: "Draw again" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog("Upper")).not.toBeInTheDocument();
    expect([onUpper.mock.calls.length, onLower.mock.calls.length]).toEqual([1, 0]);
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => onLower.mock.calls.length).toBe(1);
  });

  it("Escape answers a question with no, and leaves both where they are", async () => {
    await open(kind);
    await page.getByRole("button", { name: "Open 0" }).click();
    await expect.element(dialog("Upper")).toBeVisible();
    const answer = confirm({ message: "Really?" });
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    // Where nothing of the question has the focus.
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("{Escape}");
    expect(await answer).toBe(false);
    expect([onUpper.mock.calls.length, onLower.mock.calls.length]).toEqual([0, 0]);
  });
});

it("Escape that only ends a word being composed closes nothing", async () => {
  await open("dialog");
  await expect.element(dialog("Lower")).toBeVisible();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true }));
  expect(onLower).not.toHaveBeenCalled();
});

it("Escape that is held closes one thing alone", async () => {
  await open("dialog");
  await page.getByRole("button", { name: "Open 0" }).click();
  await expect.element(dialog("Upper")).toBeVisible();
  const held = { key: "Escape", bubbles: true, cancelable: true };
  window.dispatchEvent(new KeyboardEvent("keydown", held));
  await expect.element(dialog("Upper")).not.toBeInTheDocument();
  window.dispatchEvent(new KeyboardEvent("keydown", { ...held, repeat: true }));
  expect([onUpper.mock.calls.length, onLower.mock.calls.length]).toEqual([1, 0]);
});
