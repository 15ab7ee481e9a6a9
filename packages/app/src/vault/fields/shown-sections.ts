/** Which fields of an item the detail view shows, and under which headings. */
import type { ControlName } from "@coffer/core/items/controls";
import type { Item } from "@coffer/core/items/item";
import { type Field, kindOf } from "@coffer/core/items/kinds";
import { ASIDE } from "../item/editors.ts";

export interface ShownSection {
  readonly id: string;
  /** Null for fields under none. */
  readonly heading: string | null;
  readonly rows: { readonly name: string; readonly field: Field; readonly value: string }[];
}

/** These are not typed, but they are shown. */
const READ_THOUGH_HIDDEN: ReadonlySet<ControlName> = new Set(["history"]);
/** Fields that are said below another one. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(["url_match"]);

/** Filled fields under their headings; headings without any are left out. The title is above, and a picture's address is not shown. */
export function shownSections(item: Pick<Item, "kind" | "fields">): ShownSection[] {
  const { fields, title } = kindOf(item.kind);
  const first: ShownSection = { id: "first", heading: null, rows: [] };
  const aside: ShownSection = { id: "aside", heading: null, rows: [] };
  const sections = [first];
  for (const [name, field] of Object.entries(fields)) {
    if (field.section) sections.push({ id: field.section, heading: field.section, rows: [] });
    const value = item.fields[name] ?? "";
    if (!value || name === title || SAID_ELSEWHERE.has(name) || !isRead(field)) continue;
    (ASIDE.has(field.control) ? aside : sections.at(-1))?.rows.push({ name, field, value });
  }
  return [...sections, aside].filter(({ rows }) => rows.length > 0);
}

const isRead = ({ hidden, column, control }: Field): boolean => !hidden || column !== undefined || READ_THOUGH_HIDDEN.has(control);
