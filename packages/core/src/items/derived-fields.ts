/** Fields computed from others at every save. KINDS names the rule in the column `derive`. */

import { IGNORED_FIELD } from "../health/finding-names.ts";
import { stillIgnored } from "../health/ignored.ts";
import { scorePassword } from "../passwords/strength.ts";
import type { FieldValues } from "./item.ts";
import { type Field, type KindName, kindOf } from "./kinds.ts";
import { LIST_MERGES } from "./merge-lists.ts";
import { OTHERS_FIELD, stillToChoose } from "./other-values.ts";
import { readHistory, withHistory } from "./structured-fields.ts";

/** The input of a rule: the new fields, the previous ones (null for a new item), the time in milliseconds since 1970, and the editor's email when several people can save the item. */
interface Edit {
  readonly fields: FieldValues;
  readonly before: FieldValues | null;
  readonly now: number;
  readonly by?: string | undefined;
}

const DERIVATIONS: Record<NonNullable<Field["derive"]>, (edit: Edit) => string> = {
  strength: ({ fields: { password = "", username = "" } }) => (password ? scorePassword(password, { username }).label : ""),
  history: ({ fields, before, now, by }) => {
    const { password_history: kept = "", password } = fields;
    if (!before?.password || before.password === password) return kept;
    // A choice adds passwords that were not chosen, and an edit may come without the earlier ones.
    const known = before.password_history ?? "";
    const all = LIST_MERGES.history?.({ base: "", mine: kept, theirs: known }) ?? kept;
    // An edit that waited has put it there when it was made.
    const isThere = timesIn(kept, before.password) > timesIn(known, before.password);
    return isThere ? all : withHistory(all, before.password, now, by);
  },
  ignored: ({ fields, before }) => {
    const kept = fields[IGNORED_FIELD] ?? "";
    return before ? stillIgnored(kept, before, fields) : kept;
  },
  others: ({ fields, before }) => stillToChoose(fields[OTHERS_FIELD] ?? "", before, fields),
};

const timesIn = (history: string, password: string): number => readHistory(history).filter(({ value }) => value === password).length;

/** The fields with all derived ones updated. */
export function withDerived(kind: KindName, edit: Edit): FieldValues {
  const derived: Record<string, string> = { ...edit.fields };
  for (const [name, { derive }] of Object.entries(kindOf(kind).fields)) if (derive) derived[name] = DERIVATIONS[derive](edit);
  return derived;
}
