/** What two people or devices saved at once, as it is shown to be chosen from. */
import { controlOf } from "@coffer/core/items/controls";
import type { Item } from "@coffer/core/items/item";
import { type Field, kindOf } from "@coffer/core/items/kinds";
import { CUSTOM_FIELD, type OtherValue, type SavedBy, standingValue, toChooseByField } from "@coffer/core/items/other-values";
import { type CustomField, readCustomFields } from "@coffer/core/items/structured-fields";
import { shortDateTime } from "@coffer/core/text";
import { displayValue } from "./display-value.ts";

export interface Version {
  /** Null for the current value. */
  readonly other: OtherValue | null;
  readonly value: string;
  readonly shown: string;
  /** Who saved it, and when; null where that is not known. */
  readonly saved: string | null;
}

export interface Versions {
  readonly label: string;
  readonly secret: boolean;
  readonly others: readonly OtherValue[];
  /** The current one. */
  readonly versions: readonly Version[];
}

/** Of each field that has more than one value; not of fields that this version does not know. */
export function versionsOf({ kind, fields }: Pick<Item, "kind" | "fields">): Versions[] {
  return toChooseByField(fields).flatMap((others): Versions | [] => {
    const [first] = others;
    const field = first && kindOf(kind).fields[first.field];
    if (!first || !field) return [];
    const standing = standingValue(fields, first);
    const all = [{ other: null, text: standing, by: first.stands }, ...others.map((other) => ({ other, text: other.value, by: other }))];
    const look = first.field === CUSTOM_FIELD ? customLook(all.map(({ text }) => text)) : plainLook(field);
    const versions = all.map(({ other, text, by }) => ({ other, ...look.of(text), saved: by ? savedLabel(by) : null }));
    return { label: look.label, secret: look.secret, others, versions };
  });
}

/** How the texts of one field are shown. */
interface Look {
  readonly label: string;
  readonly secret: boolean;
  readonly of: (text: string) => Pick<Version, "value" | "shown">;
}

const plainLook = (field: Field): Look => ({
  label: field.label,
  secret: controlOf(field.control).secret,
  of: (value) => ({ value, shown: displayValue(value, field) }),
});

/** Of whole lists of custom fields: those that differ, a line each. */
const listLook = (field: Field, texts: readonly string[]): Look => {
  const line = (one: CustomField): string => `${one.label}: ${shownCustom(one)}`;
  const [all, lists] = [texts.flatMap(readCustomFields), texts.map((text) => readCustomFields(text).map(line))];
  const isOfAll = (said: string): boolean => lists.every((lines) => lines.includes(said));
  const differing = (text: string): string =>
    readCustomFields(text)
      .map(line)
      .filter((said) => !isOfAll(said))
      .join("\n");
  return {
    label: field.label,
    secret: all.some(({ type }) => type === "hidden"),
    of: (text) => ({ value: differing(text), shown: differing(text) }),
  };
};

/** @param texts - all that are shown together */
export const lookOf = (name: string, field: Field, texts: readonly string[]): Look =>
  name === CUSTOM_FIELD ? listLook(field, texts) : plainLook(field);

const shownCustom = ({ type, value }: CustomField): string => (type === "boolean" ? (value === "true" ? "Yes" : "No") : value);

/** Hidden where one of them is. */
function customLook(texts: readonly string[]): Look {
  const all = texts.flatMap(readCustomFields);
  const read = (text: string): CustomField | undefined => readCustomFields(text)[0];
  return {
    label: all[0]?.label.trim() || "Field",
    secret: all.some(({ type }) => type === "hidden"),
    of: (text) => {
      const custom = read(text);
      return { value: custom?.value ?? "", shown: custom ? shownCustom(custom) : "" };
    },
  };
}

/** "Saved by bob@example.com on phone, 28 Nov 2026, 13:40", as far as it is known. */
function savedLabel({ at, by, device }: SavedBy): string {
  const moment = shortDateTime(at);
  if (by && device) return `Saved by ${by} on ${device}, ${moment}`;
  if (by) return `Saved by ${by}, ${moment}`;
  return device ? `Saved on ${device}, ${moment}` : `Saved ${moment}`;
}
