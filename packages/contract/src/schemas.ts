/** The basic schemas that endpoints are composed of. A schema and its type share a name. */
import { CODE_FORM, MAILED_CODE_FORM } from "@coffer/core/account/codes";
import { EMAIL_MAX_LENGTH, isEmail } from "@coffer/core/account/email";
import { FIELD_MAX_BYTES, HINT_MAX_LENGTH } from "@coffer/core/constants";
import { z } from "zod";

// zod's compiled validators need `new Function`, which our content security policy forbids.
z.config({ jitless: true });

/** Lower-case UUID version 4 (decision N-44), or 8: bound to the maker of a record (security design §6). */
export const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "must be a lower-case UUID");
export type Id = z.infer<typeof Id>;

/** Base64 makes 4 characters of 3 bytes; header, nonce, tag and padding come on top. */
export const SEALED_MAX_CHARS = Math.ceil((FIELD_MAX_BYTES * 4) / 3) + 512;
/** The output of `seal` (security design §3). Plaintext does not match this pattern. */
export const Sealed = z
  .string()
  .regex(/^2\.[A-Za-z0-9_-]{44,}$/, "must be sealed")
  .max(SEALED_MAX_CHARS, "is too long");
export type Sealed = z.infer<typeof Sealed>;

/** The output of `wrap` (security design §3). */
export const Wrapped = z
  .string()
  .regex(/^1\.[A-Za-z0-9_-]{116,}$/, "must be wrapped")
  .max(8192, "is too long");
export type Wrapped = z.infer<typeof Wrapped>;

/** A copy of a team's key: a grant to a person (crypto/grant.ts), which does not end. */
export const GrantText = z.string().regex(/^3\.(?:[A-Za-z0-9_-]{1646}|[A-Za-z0-9_-]{1699})$/, "must be a grant");
/** A grant to a person, or to a team (crypto/team-grant.ts). */
export const SharedKey = z
  .string()
  .regex(
    /^(?:3\.(?:[A-Za-z0-9_-]{1646}|[A-Za-z0-9_-]{1699}|[A-Za-z0-9_-]{1710})|4\.(?:[A-Za-z0-9_-]{247}|[A-Za-z0-9_-]{300}|[A-Za-z0-9_-]{311}))$/,
    "must be a grant",
  );

/** What an account stores about other people and the keys of its shares, wrapped: some hundred bytes each. */
export const TrustText = z
  .string()
  .regex(/^1\.[A-Za-z0-9_-]{116,}$/, "must be wrapped")
  .max(2_097_152, "is too long");

/** Any spelling, but checked in NFKC, where some letters turn into symbols. The server compares it trimmed, in NFKC and lower case. */
export const Email = z.string().max(EMAIL_MAX_LENGTH).refine(isEmail, "must be an email address");
/** 32 bytes in lower-case hex. */
export const Hex32 = z.string().regex(/^[0-9a-f]{64}$/, "must be 32 bytes in hex");
/** 16 bytes in lower-case hex. */
export const Hex16 = z.string().regex(/^[0-9a-f]{32}$/, "must be 16 bytes in hex");
/** 16 bytes; in a shared scope 32 more, a hash of what was saved (client/sync/save-id.ts). */
export const SaveId = z.string().regex(/^[0-9a-f]{32}(?:[0-9a-f]{64})?$/, "must be 16 or 48 bytes in hex");
/** Unpadded base64url of at most 2 KiB. */
export const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(2732);

/** Ed25519: 64 bytes as base64url. */
export const Signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/, "must be a signature");

/** What is the owner's alone in a shared scope, signed; its readers refuse another form (own-message.ts). */
export const OwnText = z.string().max(200_000);

/** For the master password; null for none. */
export const Hint = z.string().max(HINT_MAX_LENGTH).nullable();

/** Six digits, as an authenticator shows them. */
export const Code = z.string().regex(CODE_FORM, "must be six digits");
/** As mailed: six digits, or twelve while someone else is trying codes for that address. */
export const MailedCode = z.string().regex(MAILED_CODE_FORM, "must be six or twelve digits");
/** Identifies the request that had a code mailed; only the requester has it. Optional, because the specification's bodies do not have it. */
export const RequestId = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be the id of a request");
/** Stored by a device that has signed in before, so that strangers cannot use up its attempts; a new device has none. */
export const DeviceToken = Hex32.optional();
/** A signed token for one purpose, with a shorter life than a session's. */
export const TempToken = z.string().min(1).max(1000);

export const Revision = z.int().min(1);
export const Seq = z.int().min(0);
/** The last moment that a date can be. */
const LAST_MS = 864e13;
/** A number, perhaps of milliseconds, or a flag that may come from a query string. */
export const QueryNumber = z.coerce.number().int().min(0).max(LAST_MS);
export const QueryFlag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);

export const Nothing = z.strictObject({});
export const Done = z.object({ success: z.literal(true), message: z.string().optional() });
/** The reply of a call that mails a code; the same for known and unknown emails. */
export const CodeSent = Done.extend({ requestId: RequestId, codeLength: z.int() });
/** Milliseconds since 1970. */
export const Time = z.int().min(0).max(LAST_MS);
/** The largest accepted difference between the clocks of two devices, in milliseconds. */
export const MAX_AHEAD_MS = 48 * 3_600_000;
/** Heads of one reply to a pull, the oldest first; a device that missed more of them asks again from the last one. */
export const HEADS_IN_REPLY = 10_000;
