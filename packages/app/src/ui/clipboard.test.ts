import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { expect, test } from "vitest";
import { clipboardSession } from "./clipboard.ts";

/** A clipboard in memory with a clock of its own. */
function desk({ readable = true, undisturbed = false, clearAfterMs = DEFAULT_SETTINGS.clipboardSeconds * 1_000 } = {}) {
  const state = { held: "", focused: true, timers: [] as (() => void)[], waiting: [] as (() => void)[] };
  const guard = () => {
    if (!state.focused) throw new DOMException("Document is not focused.", "NotAllowedError");
  };
  const { copy, clear } = clipboardSession(
    {
      write: async (text) => {
        guard();
        state.held = text;
      },
      read: async () => {
        guard();
        return readable ? state.held : null;
      },
      undisturbed: () => undisturbed,
      onFocus: (callback) => void state.waiting.push(callback),
      later: (callback, milliseconds) => {
        expect(milliseconds).toBe(clearAfterMs);
        state.timers.push(callback);
      },
    },
    () => clearAfterMs,
  );
  const settle = async (callbacks: (() => void)[]) => {
    for (const callback of callbacks.splice(0)) callback();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { state, copy, clear, elapse: () => settle(state.timers), focus: () => settle(state.waiting) };
}

test("a copied value is taken off again", async () => {
  const { state, copy, elapse } = desk();
  await copy("hunter2");
  expect(state.held).toBe("hunter2");
  await elapse();
  expect(state.held).toBe("");
});

test("what was copied elsewhere in between stays", async () => {
  const { state, copy, elapse } = desk();
  await copy("hunter2");
  state.held = "a shopping list";
  await elapse();
  expect(state.held).toBe("a shopping list");
});

test("an earlier copy's hour does not clear a later copy", async () => {
  const { state, copy } = desk();
  await copy("first");
  const [firstHour] = state.timers;
  await copy("second");
  state.held = "first";
  firstHour?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(state.held).toBe("first");
});

test("a clipboard that cannot be read is left alone unless nothing else can have written", async () => {
  const unknown = desk({ readable: false });
  await unknown.copy("hunter2");
  await unknown.elapse();
  expect(unknown.state.held).toBe("hunter2");
  const certain = desk({ readable: false, undisturbed: true });
  await certain.copy("hunter2");
  await certain.elapse();
  expect(certain.state.held).toBe("");
});

test("a page in the background clears when it comes to the front", async () => {
  const { state, copy, elapse, focus } = desk();
  await copy("hunter2");
  state.focused = false;
  await elapse();
  expect(state.held).toBe("hunter2");
  state.focused = true;
  await focus();
  expect(state.held).toBe("");
});

test("a copy that fails leaves the one before its time", async () => {
  const { state, copy, elapse } = desk();
  await copy("hunter2");
  state.focused = false;
  await expect(copy("another")).rejects.toThrow("not focused");
  state.focused = true;
  expect(state.held).toBe("hunter2");
  await elapse();
  expect(state.held).toBe("");
});

test("after a copy that failed a lock still clears the one before", async () => {
  const { state, copy, clear } = desk();
  await copy("hunter2");
  state.focused = false;
  await expect(copy("another")).rejects.toThrow("not focused");
  state.focused = true;
  await clear();
  expect(state.held).toBe("");
});

test("the time is the setting's, and 0 leaves the value there", async () => {
  const short = desk({ clearAfterMs: 10_000 });
  await short.copy("hunter2");
  await short.elapse();
  expect(short.state.held).toBe("");
  const never = desk({ clearAfterMs: 0 });
  await never.copy("hunter2");
  expect(never.state.timers).toEqual([]);
  expect(never.state.held).toBe("hunter2");
});

test("a lock clears at once what is still ours, and nothing else", async () => {
  const ours = desk();
  await ours.copy("hunter2");
  await ours.clear();
  expect(ours.state.held).toBe("");
  ours.state.held = "a shopping list";
  await ours.clear();
  await ours.elapse();
  expect(ours.state.held).toBe("a shopping list");
});
