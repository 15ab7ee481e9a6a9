/**
 * Endpoints for the server's half of the key that protects a session at rest (security design §2). What a device stores on disk cannot be opened without it, and the server has it only
 * while the session is unlocked.
 */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Hex32, Nothing } from "./schemas.ts";

/** The longest idle time that a device may ask for, in minutes: a day. */
const REST_MAX_MINUTES = 1_440;

const Done = z.strictObject({ success: z.literal(true) });

export const sessionHalf = {
  keepHalf: endpoint({
    method: "PUT",
    path: "/users/session-half",
    access: "signed-in",
    summary:
      "Stores half of the key that protects this session's keys on its device. Deleted after `restMinutes` without a call, or with null when the session ends.",
    input: z.strictObject({ half: Hex32, restMinutes: z.int().min(1).max(REST_MAX_MINUTES).nullable() }),
    reply: Done,
    refuses: [],
  }),
  findHalf: endpoint({
    method: "GET",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The half that this session stored; null when there is none or it was deleted. No other session can read it.",
    input: Nothing,
    reply: z.strictObject({ success: z.literal(true), half: Hex32.nullable() }),
    refuses: [],
  }),
  forgetHalf: endpoint({
    method: "DELETE",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The device is locked: deletes the half with this SHA-256. A newer one stays.",
    input: z.strictObject({ halfHash: Hex32 }),
    reply: Done,
    refuses: [],
  }),
};
