/** Custom fields of an item under their sections. */
import { titleOf } from "@coffer/core/items/item";
import { type CustomField, readCustomFields } from "@coffer/core/items/structured";
import type { ReactNode } from "react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { SecretText } from "../../ui/SecretText.tsx";
import styles from "./CustomRows.module.css";
import { customSections, isYes } from "./custom-field.ts";
import type { ShownField } from "./shown-field.ts";

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
  const copies = item.state === "intact" && custom.type !== "boolean" && custom.value !== "";
  return (
    <FieldRow
      label={label}
      actions={
        copies && (
          <CopyButton
            label={`Copy ${spoken}`}
            failure={`Failed to copy ${label}`}
            value={() => custom.value}
            onCopied={() => actions?.used(item)}
          />
        )
      }
    >
      {VALUES[custom.type](custom, spoken)}
    </FieldRow>
  );
}

const VALUES: Record<CustomField["type"], (field: CustomField, spoken: string) => ReactNode> = {
  text: ({ value }) => value,
  hidden: ({ value }, spoken) => value && <SecretText value={value} label={spoken} />,
  boolean: (field) => (isYes(field) ? "Yes" : "No"),
};
