/** The tags of an item as chips. */
import { readTags } from "@coffer/core/items/structured";
import { FieldRow } from "../../ui/FieldRow.tsx";
import type { ShownField } from "./shown-field.ts";
import styles from "./TagsRow.module.css";

export function TagsRow({ field, value }: ShownField) {
  const tags = readTags(value);
  if (tags.length === 0) return null;
  return (
    <FieldRow label={field.label}>
      <ul className={styles.tags}>
        {tags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </FieldRow>
  );
}
