import { expect, test } from "vitest";
import { newSealer } from "./seal-sample.ts";

test("nothing of what was typed is in what is shown, and how long it was hardly", async () => {
  const sealer = await newSealer();
  const [short, long] = [await sealer?.seal(["a", "b", "c"]), await sealer?.seal(["GitHub", "ada", "vH8#kd92"])];
  expect(atob(long ?? "")).not.toMatch(/GitHub|ada@|vH8/);
  expect(short).toHaveLength(long?.length ?? 0);
  expect(atob(short ?? "")).toHaveLength(12 + 32 + 16);
  expect(await sealer?.seal(["a", "b", "c"])).not.toBe(short);
});
