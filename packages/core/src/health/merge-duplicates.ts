/** Merges several logins of one account without losing anything that only an older one contains. */
import type { FieldValues, Item } from "../items/item.ts";
import { OTHERS_FIELD, readOtherValues, writeOtherValues } from "../items/other-values.ts";
import { withPasskeysOf } from "../items/passkeys.ts";
import { type Address, addressesOf, addTag, readAddresses, readTags, writeAddresses, writeTags } from "../items/structured-fields.ts";

type Login = Pick<Item, "id" | "fields" | "updatedAt">;

interface Merging<T> {
  readonly kept: T;
  /** The kept login's fields, with what only the others contain. */
  readonly fields: FieldValues;
  /** Whether these differ from its current fields. */
  readonly isChanged: boolean;
  /** To be moved to the trash. */
  readonly others: readonly T[];
  /** Fields with another value in one of the others: that value goes to the trash. */
  readonly differing: readonly string[];
}

/** Never copied: derived fields, or names. */
const OWN = new Set(["title", "favicon_url", "password_strength", "password_history", "ignored_findings", "url_match"]);
const LISTS = new Set(["tags", "more_urls", "website_url", "x_passkeys", "x_passkey_keys", OTHERS_FIELD]);

/** @param logins - at least two, with all fields. */
export function mergeDuplicates<T extends Login>(logins: readonly T[]): Merging<T> {
  const [kept, ...others] = logins.toSorted((a, b) => b.updatedAt - a.updatedAt);
  if (kept === undefined) throw new RangeError("There is nothing to merge");
  const merged: Record<string, string> = { ...kept.fields };
  const differing = new Set<string>();
  for (const { fields } of others) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === "" || OWN.has(name) || LISTS.has(name)) continue;
      if (!merged[name]) merged[name] = value;
      else if (merged[name] !== value && name !== "username") differing.add(name);
    }
    merged.tags = writeTags(readTags(fields.tags ?? "").reduce(addTag, readTags(merged.tags ?? "")));
    merged.more_urls = withAddresses(merged, addressesOf(fields));
    Object.assign(merged, withPasskeysOf(merged, fields));
    merged[OTHERS_FIELD] = writeOtherValues([
      ...readOtherValues(merged[OTHERS_FIELD] ?? ""),
      ...readOtherValues(fields[OTHERS_FIELD] ?? ""),
    ]);
  }
  const names = new Set([...Object.keys(merged), ...Object.keys(kept.fields)]);
  const isChanged = [...names].some((name) => (merged[name] ?? "") !== (kept.fields[name] ?? ""));
  return { kept, fields: merged, isChanged, others, differing: [...differing] };
}

/** A login's further addresses plus those it does not have yet. */
function withAddresses(fields: FieldValues, more: readonly Address[]): string {
  const before = readAddresses(fields.more_urls ?? "");
  const known = new Set(addressesOf(fields).map(({ url }) => url));
  const missing = more.filter(({ url }) => !known.has(url));
  return missing.length === 0 ? (fields.more_urls ?? "") : writeAddresses([...before, ...missing]);
}
