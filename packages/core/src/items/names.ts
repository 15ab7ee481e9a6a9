/** The order of names that people expect. */
import { LOCALE } from "../text.ts";
import { type Item, titleOf } from "./item.ts";

const collator = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });

/** "Note 2" before "note 10". */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** By title; what could not be opened comes last. */
export const byTitle = (a: Item, b: Item): number =>
  Number(a.state === "tampered") - Number(b.state === "tampered") || compareNames(titleOf(a), titleOf(b));
