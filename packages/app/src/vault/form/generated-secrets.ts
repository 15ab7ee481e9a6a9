/** The secrets that are made for a new item, so that the strong one is there before anybody thinks of one (CONTROLS says which). */
import { controlOf } from "@coffer/core/items/controls";
import type { FieldValues } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { generateUsualPassword } from "../../ui/generator/generate.ts";

/** @returns one for each field that has one made, and nothing for all others. */
export const generatedSecrets = (kind: KindName): FieldValues =>
  Object.fromEntries(
    Object.entries(kindOf(kind).fields).flatMap(([name, { control }]) =>
      controlOf(control).made ? [[name, generateUsualPassword()]] : [],
    ),
  );
