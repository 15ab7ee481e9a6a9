import { expect, test } from "vitest";
import { alert, confirm, proof, questions } from "./confirm.ts";

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

test("the master password is waited for once: what asks later takes the place of what waited, which is not proven", async () => {
  const first = proof.ask({});
  const second = proof.ask({ item: "The safe" });
  expect(await first).toBe(false);
  expect(proof.current()).toEqual({ item: "The safe" });
  proof.answer(true);
  expect([await second, proof.current(), questions.current()]).toEqual([true, null, null]);
});
