/** Which fields are not opened with their item. */
import { controlOf } from "./controls.ts";
import { type AnyKind, type Field, isItemKind, kindOf } from "./kinds.ts";

export const isOnDemand = ({ control }: Pick<Field, "control">): boolean => controlOf(control).onDemand === true;

export const fieldsOnDemand = (kind: AnyKind): readonly string[] =>
  isItemKind(kind) ? Object.entries(kindOf(kind).fields).flatMap(([name, field]) => (isOnDemand(field) ? name : [])) : [];
