/** Tags as chips, with those of other items to choose from. */

import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import { readTags, TAG_MAX_LENGTH, TAGS_MAX, writeTags } from "@coffer/core/items/structured-fields";
import { TagsInput as Chips } from "@mantine/core";
import { useMemo } from "react";
import { FieldRow, IN_ROW } from "../../ui/FieldRow.tsx";
import { useContents } from "../queries.ts";
import type { FormFieldProps } from "./form-field.ts";
import { tagsInUse } from "./tags.ts";

export function TagsInput({ id, field, value, error, onType }: FormFieldProps) {
  const { data } = useContents();
  const suggestions = useMemo(() => tagsInUse(data?.items ?? []), [data?.items]);
  const tags = readTags(value);
  return (
    <FieldRow label={field.label} input={id}>
      <Chips
        {...IN_ROW}
        id={id}
        value={tags}
        error={error}
        data={suggestions}
        placeholder={tags.length === 0 ? "Add a tag" : ""}
        maxTags={TAGS_MAX}
        maxLength={TAG_MAX_LENGTH}
        maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
        autoComplete="off"
        onChange={(chosen) => onType(writeTags(chosen))}
      />
    </FieldRow>
  );
}
