import { expect, test } from "vitest";
import { alert, confirm, questions } from "./confirm.ts";

test("questions are shown one at a time, in their order, and each gets its own answer", async () => {
  const first = confirm({ message: "Delete it?", danger: true });
  const second = confirm({ message: "And that?" });
  expect(questions.current()?.message).toBe("Delete it?");
  questions.answer(true);
  expect(questions.current()?.message).toBe("And that?");
  questions.answer(false);
  expect(questions.current()).toBeNull();
  expect(await first).toBe(true);
  expect(await second).toBe(false);
});

test("a statement has one button and resolves however it is closed", async () => {
  const read = alert("It is done.");
  expect(questions.current()?.cancelLabel).toBeNull();
  questions.answer(false);
  await expect(read).resolves.toBeUndefined();
});
