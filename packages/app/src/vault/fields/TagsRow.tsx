/** The tags of an item as chips. */
import { readTags, tagKey } from "@coffer/core/items/structured-fields";
import { tagColor } from "@coffer/core/items/vault-appearance";
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
          <li key={tag}>
            <span className={styles.dot} style={{ background: tagColor(tagKey(tag)) }} aria-hidden />
            {tag}
          </li>
        ))}
      </ul>
    </FieldRow>
  );
}
