/** Blind tokens of the hosts of an item, by which its reader may ask for it (decision Z-05). The server keeps them and never sends them back. */
import { kindOf, type RecordKind } from "@coffer/core/items/kinds";
import { z } from "zod";
import { Hex32 } from "./shapes.ts";

/** Of one item. A login with more hosts is found by the first of them. */
export const SEARCH_TOKENS_MAX = 20;
export const SearchTokens = z.array(Hex32).max(SEARCH_TOKENS_MAX, "is too long");

/** Whether a kind keeps web addresses. */
export const isSearchedByHost = (kind: RecordKind): boolean =>
  kind !== "category" && Object.values(kindOf(kind).fields).some(({ control }) => control === "addresses");
