import { describe, expect, it } from "vitest";
import { createConcurrencyLimiter } from "./concurrency.ts";

describe("a concurrency limiter", () => {
  it("lets so many run at a time for each key, and the others in the order they came", async () => {
    const limiter = createConcurrencyLimiter(2);
    const had: string[] = [];
    const take = (name: string, key = "one") =>
      limiter.acquire(key).then((leave) => {
        had.push(name);
        return leave;
      });
    const [first, second] = [await take("a"), await take("b")];
    const others = [take("c"), take("d")];
    await take("e", "another");
    expect(had).toEqual(["a", "b", "e"]);
    first();
    first();
    await others[0];
    expect(had).toEqual(["a", "b", "e", "c"]);
    second();
    await others[1];
    expect(had).toEqual(["a", "b", "e", "c", "d"]);
  });

  it("that do not come in time are refused, and passed to the next", async () => {
    const limiter = createConcurrencyLimiter(1, 10);
    const leave = await limiter.acquire("one");
    await expect(limiter.acquire("one")).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 5 });
    leave();
    await expect(limiter.acquire("one")).resolves.toBeTypeOf("function");
  });
});
