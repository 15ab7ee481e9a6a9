/** The secrets that are generated for a new item, so that it starts with a strong one (CONTROLS says which). */
import { controlOf } from "@coffer/core/items/controls";
import type { FieldValues } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { generateUsualPassword } from "../../ui/generator/generate.ts";

/** @returns one for each field that starts with a generated secret, and nothing for the others. */
export const generatedSecrets = (kind: KindName): FieldValues =>
  Object.fromEntries(
    Object.entries(kindOf(kind).fields).flatMap(([name, { control }]) =>
      controlOf(control).made ? [[name, generateUsualPassword()]] : [],
    ),
  );
