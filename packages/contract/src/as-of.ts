/** The vault as it was at an earlier moment: what the caller's own items were then, where they are not so any more. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, QueryNumber, Time } from "./schemas.ts";
import { SealedVersion } from "./versions.ts";

/** One answer has so many at most, and so many bytes of fields unless one item alone is larger. */
export const ITEMS_IN_REPLY = 200;
export const THEN_REPLY_BYTES = 1_048_576;

const ItemThen = z.strictObject({
  id: Id,
  /** The save that was the newest then; null where it still is, and where the server does not have it any more. `savedAt` is null where it does not know. */
  save: SealedVersion.extend({ savedAt: Time.nullable() }).nullable(),
  /** Where it was; null where it has not been moved, marked, put into the trash or taken out of it since. */
  place: z.strictObject({ categoryId: Id.nullable(), favourite: z.boolean(), trashedAt: Time.nullable() }).nullable(),
});
export type ItemThen = z.infer<typeof ItemThen>;

const asOf = endpoint({
  method: "GET",
  path: "/vault/as-of",
  access: "signed-in",
  summary: "The caller's own items that were changed since a moment: what each was then, and where.",
  input: () =>
    z.strictObject({
      /** By the server's clock. */
      at: QueryNumber,
      /** The last id of the answer before. */
      after: Id.optional(),
    }),
  reply: () =>
    z.strictObject({
      success: z.literal(true),
      items: z.array(ItemThen).max(ITEMS_IN_REPLY),
      /** `after` of the next answer; null where there is none. */
      next: Id.nullable(),
    }),
  refuses: [],
});

export const timeTravel = { asOf };
