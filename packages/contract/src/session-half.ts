/**
 * Endpoints of the server's half of a session's keys at rest (security design §2). What a device keeps on its disk opens nothing without it, and it is here only
 * while the session is unlocked.
 */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Hex32, Nothing } from "./schemas.ts";

/** The longest time of rest that a device may name, in minutes: a day. */
const REST_MAX_MINUTES = 1_440;

const Done = z.strictObject({ success: z.literal(true) });

export const sessionHalf = {
  keepHalf: endpoint({
    method: "PUT",
    path: "/users/session-half",
    access: "signed-in",
    summary:
      "Keeps half of what this session's keys lie under on its device. Forgotten after `restMinutes` without a call; null: when the session ends.",
    input: z.strictObject({ half: Hex32, restMinutes: z.int().min(1).max(REST_MAX_MINUTES).nullable() }),
    reply: Done,
    refuses: [],
  }),
  findHalf: endpoint({
    method: "GET",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The half that this session left here; null when there is none (any more). No other session is given it.",
    input: Nothing,
    reply: z.strictObject({ success: z.literal(true), half: Hex32.nullable() }),
    refuses: [],
  }),
  forgetHalf: endpoint({
    method: "DELETE",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The device is locked: forgets the half with this SHA-256. A newer one stays.",
    input: z.strictObject({ halfHash: Hex32 }),
    reply: Done,
    refuses: [],
  }),
};
