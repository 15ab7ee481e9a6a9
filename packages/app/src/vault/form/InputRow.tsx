/** The same row as in the detail, with an input where the value stood; and what every such input has. */
import { type Control, controlOf } from "@coffer/core/items/controls";
import { isNeeded } from "@coffer/core/items/item";
import type { ReactNode } from "react";
import { FieldRow, IN_ROW } from "../../ui/FieldRow.tsx";
import type { FormFieldProps } from "../fields/form-field.ts";

export const control = ({ field }: FormFieldProps): Control => controlOf(field.control);

/** What every input of the form has. Browsers must not fill these forms: the values belong to an item, not to the user. */
export const common = ({ id, field, fields, value, error, onLeave }: FormFieldProps) => ({
  ...IN_ROW,
  id,
  value,
  error,
  required: isNeeded(field, fields),
  onBlur: onLeave,
  autoComplete: "off",
});

export function InputRow({ id, field, fields, ...row }: FormFieldProps & { actions?: ReactNode; below?: ReactNode; children: ReactNode }) {
  const { actions, below, children } = row;
  return (
    <FieldRow
      label={field.label}
      input={id}
      required={isNeeded(field, fields)}
      secret={controlOf(field.control).secret}
      actions={actions}
      below={below}
    >
      {children}
    </FieldRow>
  );
}

export const MONO = { ...IN_ROW.classNames, input: `${IN_ROW.classNames.input} mono` };
