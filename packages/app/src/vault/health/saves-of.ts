/** Names the saves of all items that Health looks at, as one short text: a list of their ids would be kept twice, and compared with each save. */
import { isExamined } from "@coffer/core/health/findings";
import type { Item } from "@coffer/core/items/item";

/** FNV-1a in two lanes of 32 bits, each with a beginning of its own. */
const [PRIME, ONE, OTHER] = [0x01000193, 0x811c9dc5, 0x9747b28c];

/** Not the place of an item, its star or its last use: they are no findings. */
export function savesOf(items: readonly Pick<Item, "id" | "kind" | "revision" | "saveId">[]): string {
  let one = ONE | 0;
  let other = OTHER | 0;
  let count = 0;
  for (const { id, kind, revision, saveId = "" } of items) {
    if (!isExamined(kind)) continue;
    count++;
    // After a repair another save may have the same number.
    for (let at = 0; at < id.length + saveId.length; at++) {
      const code = at < id.length ? id.charCodeAt(at) : saveId.charCodeAt(at - id.length);
      one = Math.imul(one ^ code, PRIME);
      other = Math.imul(other ^ (code + count), PRIME);
    }
    one = Math.imul(one ^ revision, PRIME);
    other = Math.imul(other ^ (revision + count), PRIME);
  }
  return [count, one >>> 0, other >>> 0].join(".");
}
