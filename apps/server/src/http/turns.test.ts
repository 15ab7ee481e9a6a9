import { describe, expect, it } from "vitest";
import { createTurns } from "./turns.ts";

describe("turns", () => {
  it("are had by so many at a time for each key, and by the others in the order they came", async () => {
    const turns = createTurns(2);
    const had: string[] = [];
    const take = (name: string, key = "one") =>
      turns.take(key).then((leave) => {
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

  it("that do not come in time are refused, and given to whoever comes next", async () => {
    const turns = createTurns(1, 10);
    const leave = await turns.take("one");
    await expect(turns.take("one")).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    leave();
    await expect(turns.take("one")).resolves.toBeTypeOf("function");
  });
});
