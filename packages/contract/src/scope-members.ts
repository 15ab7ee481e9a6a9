/** Who may write a shared scope, as those who may read it are told. */
import { z } from "zod";
import { Base64Url, Id, SharedKey, Time } from "./schemas.ts";

/** Whose signatures the heads of a shared scope may have: its owner's, and those of whom the owner has let write, each with the grant that says so. */
export const Members = z.strictObject({
  owner: z.strictObject({ id: Id, publicKey: Base64Url }),
  writers: z.array(
    z.strictObject({ grantId: Id, id: Id, publicKey: Base64Url, epoch: z.int().min(1), createdAt: Time, sharedKey: SharedKey }),
  ),
  /** Grants that let a team write, and whoever of its members has signed a head; the team's log says who they are. */
  teams: z.array(
    z.strictObject({
      ...{ grantId: Id, teamId: Id, teamEpoch: z.int().min(1), epoch: z.int().min(1), createdAt: Time, sharedKey: SharedKey },
      people: z.array(z.strictObject({ id: Id, publicKey: Base64Url })),
    }),
  ),
});
export type Members = z.infer<typeof Members>;
