/** The earlier versions of an item: each save that a newer one has replaced, sealed as it was. */
import { VERSIONS_KEPT_DAYS, VERSIONS_KEPT_LEAST } from "@coffer/core/constants";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, QueryNumber, Revision, SaveId, Sealed, Time } from "./schemas.ts";

/** One answer has so many at most, and so many bytes of fields unless one version alone is larger. */
export const VERSIONS_IN_REPLY = 50;
export const VERSIONS_REPLY_BYTES = 1_048_576;

export const SealedVersion = z.strictObject({
  revision: Revision,
  saveId: SaveId,
  /** Of the scope's key that it is sealed under. */
  epoch: z.int().min(1),
  seal: Sealed,
  fields: z.record(z.string().regex(/^[a-z0-9_]{1,40}$/), Sealed),
  /** By the server's clock. */
  replacedAt: Time,
});
export type SealedVersion = z.infer<typeof SealedVersion>;

export const versions = endpoint({
  method: "GET",
  path: "/vault/entries/:id/versions",
  access: "signed-in",
  summary: `The earlier versions of an item of any kind, the newest first: of the last ${VERSIONS_KEPT_DAYS} days, and the last ${VERSIONS_KEPT_LEAST} in any case. A person with whom it is shared gets those that were the newest at some time since.`,
  input: () =>
    z.strictObject({
      id: Id,
      /** How many of the newest to leave out. */
      skip: QueryNumber.optional(),
      /** 0 to learn how many there are alone; as many as fit unless it says fewer. */
      most: QueryNumber.optional(),
    }),
  reply: () =>
    z.strictObject({
      success: z.literal(true),
      versions: z.array(SealedVersion).max(VERSIONS_IN_REPLY),
      /** How many older ones there are. */
      older: z.int().min(0),
    }),
  refuses: ["not_found"],
});
