/**
 * Three-way merge of an item's opened fields: of what two sides made of one base. Lists are merged entry by entry. Of a text that both changed, theirs is kept, because it is saved
 * already, and mine is kept as an other value. What one side emptied or removed while the other changed it stays as it was changed.
 */
import type { FieldValues } from "./item.ts";
import { type KindName, kindOf } from "./kinds.ts";
import { mergeCustom } from "./merge-custom.ts";
import { mergeFields } from "./merge-fields.ts";
import { LIST_MERGES } from "./merge-lists.ts";
import { CUSTOM_FIELD, OTHERS_FIELD, type OtherValue, otherKey, readOtherValues, type SavedBy, writeOtherValues } from "./other-values.ts";
import { writeCustomFields } from "./structured-fields.ts";

interface Side {
  readonly fields: FieldValues;
  readonly saved: SavedBy;
}

export interface Sides {
  readonly base: FieldValues;
  readonly mine: Side;
  readonly theirs: Side;
}

interface MergedItem {
  /** With derived fields as either side had them: they are computed again on saving. */
  readonly fields: FieldValues;
  /** Fields both changed, so that one side's text does not stand, even where nothing of it is lost. */
  readonly conflicts: readonly string[];
  /** What does not stand, and is to be chosen from. Is in `fields` too. */
  readonly others: readonly OtherValue[];
}

export function mergeItems(kind: KindName, { base, mine, theirs }: Sides): MergedItem {
  const { merged, conflicts } = mergeFields({ base, mine: mine.fields, theirs: theirs.fields });
  const texts: string[] = [];
  const others: OtherValue[] = [];
  const keep = (other: Pick<OtherValue, "field" | "value" | "nth" | "stood">): void =>
    void others.push({ ...other, ...mine.saved, stands: theirs.saved });
  for (const name of conflicts) {
    const { control, derive } = kindOf(kind).fields[name] ?? {};
    const mergeList = (control && LIST_MERGES[control]) ?? (derive && LIST_MERGES[derive]);
    const [was = "", ours = "", other = ""] = [base[name], mine.fields[name], theirs.fields[name]];
    if (mergeList) merged[name] = mergeList({ base: was, mine: ours, theirs: other });
    else if (name === CUSTOM_FIELD) {
      const { text, unchosen } = mergeCustom({ base: was, mine: ours, theirs: other });
      merged[name] = text;
      for (const { value, stands, nth, isOnly } of unchosen)
        keep({
          field: CUSTOM_FIELD,
          value: writeCustomFields([value]),
          ...(nth > 0 && { nth }),
          ...(!isOnly && { stood: writeCustomFields([stands]) }),
        });
    }
    // It is computed again on saving.
    else if (derive) continue;
    else {
      texts.push(name);
      if (other === "") merged[name] = ours;
      else if (ours !== "") keep({ field: name, value: ours });
    }
  }
  const known = readOtherValues(merged[OTHERS_FIELD] ?? "");
  const added = others.filter((other) => !known.some((one) => otherKey(one) === otherKey(other)));
  if (added.length > 0) merged[OTHERS_FIELD] = writeOtherValues([...known, ...added]);
  const isChosen = others.some(({ field }) => field === CUSTOM_FIELD);
  return { fields: merged, conflicts: isChosen ? [...texts, CUSTOM_FIELD] : texts, others };
}
