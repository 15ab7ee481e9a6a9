/**
 * Marks of a team's log (security design §6, "The same log for all"): once a day each member's client signs how far it knows the log, so that the others
 * notice a server that stopped showing it to them.
 */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bytesOfHex, bytesOfId, contextOf, joined, number, utf8 } from "./grant-message.ts";
import { Base64Url, Done, Hex32, Id, Signature, Time } from "./schemas.ts";

/** How far a log is known: the number of its entries, and the hash of the newest. `at`: by the clock of the device that signs. */
const Point = { size: z.int().min(1).max(1_000_000), root: Hex32, at: Time };

/** Strict: see Note: Strict (account.ts). */
const Mark = z.strictObject({ ...Point, memberId: Id, publicKey: Base64Url, signature: Signature });
export type Mark = z.infer<typeof Mark>;

const PREFIX = "cf1/sig/mark\0";

/** What a member signs: in this team, this account knew the log so far at that time. */
export const markMessage = (teamId: string, { memberId, size, root, at }: Omit<Mark, "publicKey" | "signature">): Uint8Array<ArrayBuffer> =>
  joined(utf8(PREFIX), contextOf("mark", [bytesOfId(teamId), bytesOfId(memberId), number(size, 8), bytesOfHex(root), number(at, 8)]));

export const marks = {
  readMarks: endpoint({
    method: "GET",
    path: "/teams/:id/marks",
    access: "signed-in",
    summary: "The newest mark that each member has left: how far they know the team's log, signed.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.strictObject({ success: z.literal(true), marks: z.array(Mark) }),
    refuses: ["forbidden"],
  }),
  leaveMark: endpoint({
    method: "PUT",
    path: "/teams/:id/mark",
    access: "signed-in",
    summary: "Leaves a mark of the caller's, signed, in place of an earlier one. An older one than is stored changes nothing.",
    input: () => z.strictObject({ id: Id, ...Point, signature: Signature }),
    reply: () => Done,
    refuses: ["forbidden", "bad_signature", "stale_head"],
  }),
};
