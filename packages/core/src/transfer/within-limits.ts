/** What of an imported entry is too long for a field is left out by itself, and named: a long note must not take a login's password with it. */
import { FIELD_MAX_BYTES } from "../constants.ts";
import { type FieldValues, isTooLong } from "../items/item.ts";
import { type KindName, kindOf } from "../items/kinds.ts";
import { readAddresses, readCustomFields, writeAddresses, writeCustomFields } from "../items/structured-fields.ts";

interface Fitting {
  readonly fields: Record<string, string>;
  /** A sentence for each value that was left out. */
  readonly messages: readonly string[];
  /** What is left is no more than a title. */
  readonly isEmpty: boolean;
}

/** @param fields - of that kind, the list of custom fields among them */
export function withinLimits(kind: KindName, fields: FieldValues): Fitting {
  const { title, fields: table } = kindOf(kind);
  const messages: string[] = [];
  const fitting: Record<string, string> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (!isTooLong(value)) continue;
    const { text, labels } = LISTS[name]?.(value) ?? { text: "", labels: [table[name]?.label ?? name] };
    fitting[name] = text;
    messages.push(...labels.map(leftOut));
  }
  const isContent = ([name, value]: [string, string]): boolean => name !== title && value !== "" && value !== table[name]?.fallback;
  return { fields: fitting, messages, isEmpty: messages.length > 0 && !Object.entries(fitting).some(isContent) };
}

/** Of a list as much as fits is kept. */
const LISTS: Readonly<Record<string, (value: string) => { readonly text: string; readonly labels: readonly string[] }>> = {
  custom_fields: (value) => shortened(readCustomFields(value), writeCustomFields, ({ label }) => label),
  more_urls: (value) => shortened(readAddresses(value), writeAddresses, () => "Website"),
};

/** Without its longest entries. */
function shortened<T>(list: readonly T[], write: (list: readonly T[]) => string, labelOf: (entry: T) => string) {
  const longest = list.toSorted((a, b) => write([b]).length - write([a]).length);
  let kept = list;
  const gone = new Set<T>();
  for (const entry of longest) {
    if (!isTooLong(write(kept))) break;
    gone.add(entry);
    kept = list.filter((one) => !gone.has(one));
  }
  return { text: write(kept), labels: [...gone].map(labelOf) };
}

const leftOut = (label: string): string => `"${shortLabel(label)}" is longer than ${FIELD_MAX_BYTES / 1024} KB; it was left out.`;

const LABEL_MAX = 60;
const shortLabel = (label: string): string => (label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…` : label);
