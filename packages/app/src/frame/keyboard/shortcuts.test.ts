import { describe, expect, it } from "vitest";
import { isPlain, matchStroke, printed, SHORTCUTS, type Shortcut, type Stroke } from "./shortcuts.ts";

const NONE = { code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({ ...NONE, key, ...more });
const match = (key: string, more: Partial<Stroke> = {}, pending = "", letters = true) => matchStroke(stroke(key, more), pending, letters);

describe("a stroke", () => {
  it("is a shortcut of the table", () => {
    expect(match("k", { ctrlKey: true })).toEqual({ name: "palette" });
    expect(match("k", { metaKey: true })).toEqual({ name: "palette" });
    expect(match("Delete")).toEqual({ name: "remove" });
    expect(match(" ")).toEqual({ name: "select" });
    expect(match("ArrowDown", { shiftKey: true })).toEqual({ name: "extend" });
  });

  it("is a sign whether or not the keyboard needs Shift for it", () => {
    expect(match("?")).toEqual({ name: "help" });
    expect(match("?", { shiftKey: true })).toEqual({ name: "help" });
  });

  it("is a letter with caps lock on, but not with Shift held", () => {
    expect(match("E")).toEqual({ name: "edit" });
    expect(match("E", { shiftKey: true })).toBeNull();
  });

  it("is the letter at its place on a keyboard of another script", () => {
    expect(match("у", { code: "KeyE" })).toEqual({ name: "edit" });
  });

  it("means nothing with Alt or with a modifier it does not have", () => {
    expect(match("e", { altKey: true })).toBeNull();
    expect(match("e", { ctrlKey: true })).toBeNull();
  });
});

describe("two strokes", () => {
  it("make one shortcut", () => {
    expect(match("n")).toEqual({ pending: "n" });
    expect(match("c", {}, "n")).toEqual({ name: "newCard" });
  });

  it("mean nothing when the second does not belong to the first", () => {
    expect(match("x", {}, "n")).toBeNull();
  });
});

describe("with single letters off", () => {
  it("letters and signs mean nothing", () => {
    for (const key of ["e", "n", "/", "?"]) expect(match(key, {}, "", false)).toBeNull();
  });

  it("all others work", () => {
    expect(match("k", { ctrlKey: true }, "", false)).toEqual({ name: "palette" });
    expect(match("Delete", {}, "", false)).toEqual({ name: "remove" });
  });
});

describe("the table", () => {
  const rows = Object.values<Shortcut>(SHORTCUTS);

  it("uses no key twice", () => {
    const keys = rows.flatMap((row) => row.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("takes nothing from typing", () => {
    for (const { keys, whileTyping } of rows)
      if (whileTyping) expect(keys.every((key) => !isPlain(key) && key.includes("Mod+"))).toBe(true);
  });

  it("has no shortcut that begins another one", () => {
    const keys = rows.flatMap((row) => row.keys);
    for (const key of keys) expect(keys.some((other) => other.startsWith(`${key} `))).toBe(false);
  });

  it("is printed as on the keys", () => {
    expect(printed("Mod+k", false)).toEqual([["Ctrl", "K"]]);
    expect(printed("Mod+k", true)).toEqual([["⌘", "K"]]);
    expect(printed("n p", false)).toEqual([["N"], ["P"]]);
    expect(printed("Shift+ArrowUp", false)).toEqual([["Shift", "↑"]]);
  });
});
