/** Suggestions of tags. */
import { writeTags } from "@coffer/core/items/structured-fields";
import { expect, it } from "vitest";
import { tagsInUse } from "./tags.ts";

it("gives every tag of the vault once, whatever its case, in the order of the alphabet", () => {
  const items = [
    { fields: { tags: writeTags(["Work", "été"]) } },
    { fields: { tags: writeTags(["work", "bills 10", "bills 9"]) } },
    { fields: {} },
    { fields: { tags: "(Decryption failed)" } },
  ];
  expect(tagsInUse(items)).toEqual(["bills 9", "bills 10", "été", "Work"]);
});
