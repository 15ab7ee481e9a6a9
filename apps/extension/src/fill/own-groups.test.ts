import { areEquivalent } from "@coffer/core/items/equivalent-sites";
import { afterEach, expect, test } from "vitest";
import { forgetOwnGroups, takeOwnGroups } from "./own-groups.ts";

afterEach(forgetOwnGroups);

const known = (): boolean => areEquivalent("one.example", "two.example");
const vaultWith = (groups: () => Promise<readonly (readonly string[])[]>) => ({ sites: { groups } });

test("the person's groups hold until they are forgotten", async () => {
  await takeOwnGroups(vaultWith(async () => [["one.example", "two.example"]]));
  expect(known()).toBe(true);
  forgetOwnGroups();
  expect(known()).toBe(false);
});

test("groups that were asked for before a lock and arrive after it are not taken", async () => {
  const late = async (): Promise<string[][]> => {
    forgetOwnGroups();
    return [["one.example", "two.example"]];
  };
  await takeOwnGroups(vaultWith(late));
  expect(known()).toBe(false);
});
