/** Features loaded on first use: once, again after a failure, and never mistaken for a promise. */
import { describe, expect, it, vi } from "vitest";
import { ConnectionError } from "./errors.ts";
import { bindLazy, loadPart } from "./lazy-load.ts";

const feature = () => ({ count: vi.fn(async (input: { by: number }) => input.by + 1) });

describe("a part that fails to load", () => {
  it("has an error with our message, whatever the platform calls it", async () => {
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

describe("a lazy feature", () => {
  it("is loaded by the first call and not before, and passes the input on", async () => {
    const load = vi.fn(async () => feature());
    const late = bindLazy({}, load);
    expect(load).not.toHaveBeenCalled();
    expect(await late.count({ by: 2 })).toBe(3);
  });

  it("fails only that call, and the next one loads again", async () => {
    const load = vi.fn(async () => feature()).mockRejectedValueOnce(new ConnectionError("load"));
    const late = bindLazy({}, load);
    await expect(late.count({ by: 2 })).rejects.toThrow("A part of the app could not be loaded.");
    expect(await late.count({ by: 2 })).toBe(3);
  });

  it("calls at once what needs no loading", async () => {
    const load = vi.fn(async () => feature());
    const late = bindLazy({ name: () => "here" }, load);
    expect(late.name()).toBe("here");
    expect(load).not.toHaveBeenCalled();
  });

  it("is no promise, and its functions are stable: effects depend on them", async () => {
    const late = bindLazy({}, async () => feature());
    expect(await Promise.resolve(late)).toBe(late);
    expect(late.count).toBe(late.count);
  });
});
