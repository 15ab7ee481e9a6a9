/** How a value reads where that is not how it is stored. What is copied is always what is stored. */
import { groupedCardNumber } from "@coffer/core/items/card-number";
import type { ControlName } from "@coffer/core/items/controls";
import type { Field } from "@coffer/core/items/kinds";
import { shortDate } from "@coffer/core/text";

export const displayValue = (value: string, field: Field): string => DISPLAYS[field.control]?.(value, field) ?? value;

const DISPLAYS: Partial<Record<ControlName, (value: string, field: Field) => string>> = {
  select: (value, { options }) => options?.find((option) => option.value === value)?.label ?? value,
  number: groupedCardNumber,
  date: (value) => {
    const day = new Date(`${value}T00:00`);
    return Number.isNaN(day.getTime()) ? value : shortDate(day.getTime());
  },
};
