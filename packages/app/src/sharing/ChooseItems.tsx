/** What is shared: checkboxes filter by type, one searchable list chooses, and what is chosen is listed and can be taken out again. */
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import { Checkbox, MultiSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import type { FormApi } from "../ui/form/use-form.ts";
import styles from "./ShareDialog.module.css";
import type { ShareValues } from "./share-values.ts";
import { groupsOf, SHARE_TYPES, type Shareable, type ShareType } from "./shareable.ts";

/** More than this in one list helps no one; typing narrows it. */
const LISTED = 100;

export function ChooseItems({ form, all }: { form: FormApi<ShareValues>; all: readonly Shareable[] }) {
  const [types, setTypes] = useState<readonly ShareType[]>(SHARE_TYPES.map(({ kind }) => kind));
  const { ids } = form.values;
  const toggle = (kind: ShareType) => setTypes(types.includes(kind) ? types.filter((one) => one !== kind) : [...types, kind]);
  // What is chosen stays in the list, whatever types are checked, so that it can be taken out.
  const shown = useMemo(() => {
    const chosen = new Set(ids);
    const listed = all.filter(({ id, kind }) => chosen.has(id) || types.some((type) => type === kind));
    return groupsOf(
      listed,
      SHARE_TYPES.map(({ kind }) => kind),
    ).filter(({ items }) => items.length > 0);
  }, [all, types, ids]);
  return (
    <>
      <fieldset className={styles.types}>
        <legend>Item types</legend>
        {SHARE_TYPES.map(({ kind, label }) => (
          <Checkbox key={kind} label={label} checked={types.includes(kind)} onChange={() => toggle(kind)} />
        ))}
      </fieldset>
      <MultiSelect
        label="Items"
        placeholder={shown.length === 0 ? "Nothing of these types" : ids.length === 0 ? "Choose items" : ""}
        disabled={shown.length === 0}
        data={shown}
        value={[...ids]}
        onChange={(chosen) => form.change({ ids: chosen })}
        searchable
        clearable
        hidePickedOptions
        limit={LISTED}
        maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
        nothingFoundMessage="Nothing found"
      />
    </>
  );
}
