/** What the judge of random histories lets pass, and what it does not. */
import { expect, it } from "vitest";
import type { Item, ItemVersion } from "../../../packages/client/src/index.ts";
import { judge } from "./judge.ts";
import { Ledger, type Maker, type Mark } from "./ledger.ts";

const person = {};
const phone: Maker = {
  ...{ name: "phone", person },
  get home() {
    return phone;
  },
};
const itsOtherPage: Maker = { name: "phone's other page", person, home: phone };
const laptop: Maker = {
  ...{ name: "laptop", person },
  get home() {
    return laptop;
  },
};

const fields = { title: "Bike", website_url: "https://bike.example/" };
const version = (revision: number): ItemVersion => ({
  ...{ revision, saveId: String(revision), fields, state: "intact", replacedAt: null, updatedAt: revision },
});
const item: Item = {
  ...{ id: "1", kind: "password", scopeId: "s", revision: 2, categoryId: null, favourite: false, fields, state: "intact" },
  ...{ createdAt: 1, updatedAt: 2, lastUsedAt: null, isOwner: true, permission: "write" },
};

type Pressed = Pick<Mark, "by" | "what" | "to">;

/** Of an item with so many saves of the same, on which those put a tag and took it off. */
const judged = (saves: number, ...makers: readonly Maker[]): string[] =>
  judgedBy(saves, ...makers.map((by, at): Pressed => ({ by, what: at % 2 === 0 ? "tags" : "untags", to: `tag${at >> 1}` })));

function judgedBy(saves: number, ...pressed: readonly Pressed[]): string[] {
  const ledger = new Ledger("canary");
  for (const one of pressed) ledger.mark({ ...one, id: item.id, saw: {} }).isDone = true;
  const versions = Array.from({ length: saves }, (_, at) => version(at + 1));
  return judge({ ledger, found: [{ item, isTrashed: false, versions }], devices: [] });
}

it("lets a save of the same pass for each tag that a device put on and took off, and no other", () => {
  const twice = (saves: number) => [`saved twice: Bike (1) has ${saves} saves like the one before`];
  expect(judged(1)).toEqual([]);
  expect(judged(2)).toEqual(twice(1));
  expect(judged(2, phone, phone)).toEqual([]);
  expect(judged(2, phone, itsOtherPage)).toEqual([]);
  expect(judged(3, phone, phone)).toEqual(twice(2));
  expect(judged(3, phone, phone, phone, itsOtherPage)).toEqual([]);
  // Another device was shown it, so it has landed.
  expect(judged(2, phone, laptop)).toEqual(twice(1));
});

it.each([
  ["marks", "true", "false"],
  ["moves", "vault", "out"],
] as const)(
  "lets one pass where a device %s it, or deletes it, and takes that back, and none where it wants the same twice",
  (what, to, back) => {
    const twice = "saved twice: Bike (1) has 1 saves like the one before";
    expect(judgedBy(2, { by: phone, what, to }, { by: itsOtherPage, what, to: back })).not.toContain(twice);
    expect(judgedBy(2, { by: phone, what: "deletes", to: "" }, { by: itsOtherPage, what, to })).not.toContain(twice);
    expect(judgedBy(2, { by: phone, what, to }, { by: phone, what, to })).toContain(twice);
    expect(judgedBy(2, { by: phone, what, to }, { by: laptop, what, to: back })).toContain(twice);
  },
);
