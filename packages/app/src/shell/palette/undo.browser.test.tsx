import { expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { newQueryClient } from "../../frame/query-client.ts";
import { lastUndo, offerUndo } from "../../ui/undo.ts";
import { forgetScreen } from "../forget-screen.ts";
import { field, labels, open, option } from "./testing/palette-world.tsx";

const offer = (takeBack: () => Promise<unknown>): void =>
  offerUndo("Deleted", { label: 'delete "Mail"', takeBack, back: "It is back", failed: "It is not back" });

it("takes back what was done last, and offers it once", async () => {
  const takeBack = vi.fn(async () => undefined);
  offer(takeBack);
  await open("undo");
  await expect.element(option(/^Undo: delete "Mail"$/)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => takeBack.mock.calls.length).toBe(1);
  expect(lastUndo()).toBeNull();
});

it("offers nothing after a lock, nor names what it was", async () => {
  offer(async () => undefined);
  forgetScreen(newQueryClient());
  await open("undo");
  await expect.element(field).toHaveFocus();
  expect(labels().filter((label) => label.includes("Undo:"))).toEqual([]);
});
