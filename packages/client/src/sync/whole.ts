/** What a scope gives away whole, and which errors it knows a way around. */
import { isRefusal } from "@coffer/contract/errors";
import type { HeadText } from "@coffer/contract/vault";
import { IntegrityError } from "../errors.ts";
import type { KnownRecord } from "../types.ts";
import type { HeadSays } from "./next-state.ts";

/** Everything that a scope holds, verified. */
export interface Whole extends HeadSays {
  readonly head: HeadText;
  /** Live ones and those in the trash. */
  readonly records: readonly KnownRecord[];
}

/** What fetching everything again may put right: a record was lost on this device alone. */
export const isAboutRecords = (error: unknown): boolean =>
  error instanceof IntegrityError && (error.code === "omitted" || error.code === "unlisted" || error.code === "stale");

/** Refusals that another device's write explains: a newer head, or a record that is gone. */
export const isOutdated = (error: unknown): boolean =>
  (["stale_head", "bad_signature", "stale_revision", "not_found"] as const).some((code) => isRefusal(error, code));
