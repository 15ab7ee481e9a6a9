/** Calls about many items at once: all that a vault may hold fit into one. */
import { MAX_ITEMS } from "@coffer/core/constants";
import { expect, it } from "vitest";
import { api } from "./api.ts";

/** A UUID in quotes, and a comma. */
const ID_BYTES = 39;
/** Signature and head next to them. */
const REST_BYTES = 16_384;

it.each(["placeMany", "setFavourites", "purgeMany"] as const)("%s takes every item of the largest vault", (name) => {
  expect(api.vault[name].maxBytes).toBeGreaterThan(MAX_ITEMS * ID_BYTES + REST_BYTES);
});
