/** Fields nobody types: computed from others at every save. KINDS names the rule in the column `derive`. */
import { scorePassword } from "../passwords/strength.ts";
import type { FieldValues } from "./item.ts";
import { type Field, type KindName, kindOf } from "./kinds.ts";

const DERIVATIONS: Record<NonNullable<Field["derive"]>, (fields: FieldValues) => string> = {
  strength: ({ password = "", username = "" }) => (password ? scorePassword(password, { username }).label : ""),
};

/** The fields with every derived one brought up to date. */
export function withDerived(kind: KindName, fields: FieldValues): FieldValues {
  const derived: Record<string, string> = { ...fields };
  for (const [name, { derive }] of Object.entries(kindOf(kind).fields)) if (derive) derived[name] = DERIVATIONS[derive](fields);
  return derived;
}
