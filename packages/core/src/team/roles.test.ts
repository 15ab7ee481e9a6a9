import fc from "fast-check";
import { expect, it } from "vitest";
import { PERMISSION_FLAGS, permissionsWhere } from "./permissions.ts";
import { inWordsOfTheApp, isSystemRole, isWithin, SYSTEM_ROLE_NAMES } from "./roles.ts";

const anySet = fc.subarray([...PERMISSION_FLAGS]).map((on) => permissionsWhere((flag) => on.includes(flag)));
const NOTHING = permissionsWhere(() => false);

it("a user can only give and take permissions they have themselves", () => {
  fc.assert(
    fc.property(anySet, anySet, (theirs, mine) => {
      const lacked = PERMISSION_FLAGS.filter((flag) => theirs[flag] && !mine[flag]);
      expect(isWithin(theirs, mine)).toBe(lacked.length === 0);
    }),
  );
});

it("a user without permissions can only give an empty role", () => {
  expect(isWithin(NOTHING, NOTHING)).toBe(true);
  for (const flag of PERMISSION_FLAGS) expect(isWithin({ ...NOTHING, [flag]: true }, NOTHING)).toBe(false);
});

it("every server has three system roles", () => {
  expect([0, 1, 2, 3, 4, 100].filter(isSystemRole)).toEqual([1, 2, 3]);
});

it("what a server says of its own roles is said by the app, and what people wrote is theirs", () => {
  const texts = [
    ...Object.values(SYSTEM_ROLE_NAMES),
    "Looks after the members of one team.",
    "Uses what the team shares.",
    "Keeper of keys",
  ];
  expect(texts.map(inWordsOfTheApp)).toEqual(texts);
});
