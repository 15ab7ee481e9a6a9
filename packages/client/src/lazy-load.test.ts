/** Rooms that come when they are first asked for: once, again after a failure, and never taken for a promise. */
import { describe, expect, it, vi } from "vitest";
import { ConnectionError } from "./errors.ts";
import { bindLazy, loadPart } from "./lazy-load.ts";

const room = () => ({ count: vi.fn(async (input: { by: number }) => input.by + 1) });

describe("a part that does not come", () => {
  it("is a cause that can be said, whatever the platform calls it", async () => {
    const failure = new TypeError("Failed to fetch dynamically imported module: https://example.com/a.js");
    const error: unknown = await loadPart(() => Promise.reject(failure)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      name: "ConnectionError",
      cause: failure,
      message: expect.stringMatching(/^A part of the app could not be loaded\./),
    });
  });
});

describe("a late room", () => {
  it("is loaded by its first verb and not before, and hands over what was asked", async () => {
    const load = vi.fn(async () => room());
    const late = bindLazy({}, load);
    expect(load).not.toHaveBeenCalled();
    expect(await late.count({ by: 2 })).toBe(3);
  });

  it("fails the verb alone, and the next one asks again", async () => {
    const load = vi.fn(async () => room()).mockRejectedValueOnce(new ConnectionError("load"));
    const late = bindLazy({}, load);
    await expect(late.count({ by: 2 })).rejects.toThrow("A part of the app could not be loaded.");
    expect(await late.count({ by: 2 })).toBe(3);
  });

  it("does at once what needs no loading", async () => {
    const load = vi.fn(async () => room());
    const late = bindLazy({ name: () => "here" }, load);
    expect(late.name()).toBe("here");
    expect(load).not.toHaveBeenCalled();
  });

  it("is no promise, and its verbs are the same each time they are read: effects depend on them", async () => {
    const late = bindLazy({}, async () => room());
    expect(await Promise.resolve(late)).toBe(late);
    expect(late.count).toBe(late.count);
  });
});
