/** Custom fields of an item under their sections. */
import { titleOf } from "@coffer/core/items/item";
import { type CustomField, readCustomFields } from "@coffer/core/items/structured-fields";
import styles from "./CustomRows.module.css";
import { customSections, isYes } from "./custom-field.ts";
import type { ShownField } from "./shown-field.ts";
import { ValueRow } from "./ValueRow.tsx";

export function CustomRows({ value, ...rest }: ShownField) {
  return customSections(readCustomFields(value)).map(({ title, fields }) => (
    <div key={title}>
      {title && <h4 className={styles.title}>{title}</h4>}
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be the same, and fields do not move while they are shown
        <CustomRow key={index} custom={field} {...rest} />
      ))}
    </div>
  ));
}

function CustomRow({ custom, item, actions }: Omit<ShownField, "value"> & { custom: CustomField }) {
  const label = custom.label.trim() || "Field";
  const spoken = `${label} for ${titleOf(item)}`;
  const { type, value } = custom;
  const isYesNo = type === "boolean";
  return (
    <ValueRow
      item={item}
      label={label}
      spoken={spoken}
      what={label}
      value={value}
      secret={type === "hidden" && value !== ""}
      copies={!isYesNo && value !== ""}
      actions={actions}
    >
      {isYesNo ? (isYes(custom) ? "Yes" : "No") : value}
    </ValueRow>
  );
}
