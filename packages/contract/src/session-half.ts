/**
 * Endpoints for the server's half of the key that protects a session at rest (security design §2). What a device stores on disk cannot be opened without it, and the server has it only
 * while the session is unlocked.
 *
 * Note: Locked. A page with the account's keys says so with every call, by a signature of the account's identity over the session (`KEY_PROOF_HEADER`). A session that
 * has stored a half with it is locked whenever the server has no half of it: then calls without the signature are answered only where the endpoint says `whileLocked`,
 * and all others with `fresh_proof_needed`. A right master password opens it too, for versions that do not sign.
 */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Hex32, Nothing } from "./schemas.ts";

/** The longest idle time that a device may ask for, in minutes: a day. */
const REST_MAX_MINUTES = 1_440;

/** A header of calls: base64url of the signature over `keyProofMessage`. */
export const KEY_PROOF_HEADER = "coffer-key-proof";

/** What the identity of an account signs in each of its sessions. Both ids are UUIDs. */
export const keyProofMessage = (accountId: string, sessionId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`cf1/sig/keys\0${accountId}\0${sessionId}`);

const Done = z.strictObject({ success: z.literal(true) });

export const sessionHalf = {
  keepHalf: endpoint({
    method: "PUT",
    path: "/users/session-half",
    access: "signed-in",
    summary:
      "Stores half of the key that protects this session's keys on its device. Deleted after `restMinutes` without a call, or with null when the session ends.",
    input: () => z.strictObject({ half: Hex32, restMinutes: z.int().min(1).max(REST_MAX_MINUTES).nullable() }),
    reply: () => Done,
    refuses: [],
  }),
  findHalf: endpoint({
    method: "GET",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The half that this session stored; null when there is none or it was deleted. No other session can read it.",
    whileLocked: true,
    input: () => Nothing,
    reply: () => z.strictObject({ success: z.literal(true), half: Hex32.nullable() }),
    refuses: [],
  }),
  forgetHalf: endpoint({
    method: "DELETE",
    path: "/users/session-half",
    access: "signed-in",
    summary: "The device is locked: deletes the half with this SHA-256. A newer one stays.",
    whileLocked: true,
    input: () => z.strictObject({ halfHash: Hex32 }),
    reply: () => Done,
    refuses: [],
  }),
};
