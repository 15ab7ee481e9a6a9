/** Who may write a shared scope, as sent to everyone who may read it. */
import { z } from "zod";
import { Base64Url, Id, SharedKey, Time } from "./schemas.ts";

/** Whose signatures the heads of a shared scope may carry: its owner's, and those of everyone the owner gave write access, each with the grant that proves it. */
export const Members = z.strictObject({
  owner: z.strictObject({ id: Id, publicKey: Base64Url }),
  writers: z.array(
    z.strictObject({ grantId: Id, id: Id, publicKey: Base64Url, epoch: z.int().min(1), createdAt: Time, sharedKey: SharedKey }),
  ),
  /** Grants to a team, and the members who have signed a head; the team's log shows who they are. They may write if the grant says so. */
  teams: z.array(
    z.strictObject({
      ...{ grantId: Id, teamId: Id, teamEpoch: z.int().min(1), epoch: z.int().min(1), createdAt: Time, sharedKey: SharedKey },
      people: z.array(z.strictObject({ id: Id, publicKey: Base64Url })),
    }),
  ),
});
export type Members = z.infer<typeof Members>;
