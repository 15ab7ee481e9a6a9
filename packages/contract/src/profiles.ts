/** Endpoints of linked profiles: several accounts of one person, and switching between them (specification 1 §7, security design §7). */
import { z } from "zod";
import { linkBody, newAccountBody, SessionData } from "./account.ts";
import { endpoint, NO_TOKEN } from "./endpoint.ts";
import { CodeSent, Done, Email, Hex32, Id, MailedCode, Nothing, RequestId, Wrapped } from "./schemas.ts";

/**
 * The caller's side of a link. `masterKey` is wrapped; only the calling profile can open it (decision Z-02). `linkEpochs` are the key epochs at the
 * time of the link, the caller's first.
 */
const linkSide = { masterKey: Wrapped, linkId: Id, linkEpochs: z.tuple([z.int(), z.int()]) };

export const profiles = {
  listProfiles: endpoint({
    method: "GET",
    path: "/users/profiles",
    access: "signed-in",
    summary: "The current profile and those linked to it.",
    noToken: NO_TOKEN,
    failure: "Failed to fetch profiles",
    input: () => Nothing,
    reply: () =>
      z.object({
        success: z.literal(true),
        profiles: z.array(z.object({ user_id: Id, email: z.string() })),
        message: z.string().optional(),
      }),
    refuses: [],
  }),
  initiateProfileLink: endpoint({
    method: "POST",
    path: "/users/initiate-profile-link",
    access: "signed-in",
    fresh: true,
    summary: "Mails a code to the address of the new profile.",
    noToken: NO_TOKEN,
    failure: "Failed to send verification code",
    input: () => z.strictObject({ email: Email }),
    reply: () => CodeSent,
    refuses: ["rate_limited"],
  }),
  verifyProfileEmail: endpoint({
    method: "POST",
    path: "/users/verify-profile-email",
    access: "signed-in",
    summary: "Verifies that address with the code.",
    noToken: NO_TOKEN,
    failure: "Invalid verification code",
    input: () => z.strictObject({ email: Email, code: MailedCode, requestId: RequestId.optional() }),
    reply: () => Done,
    refuses: ["invalid_code", "rate_limited"],
  }),
  createProfile: endpoint({
    method: "POST",
    path: "/users/profiles",
    access: "signed-in",
    fresh: true,
    summary: "Creates an account for a verified address and links it. The same as registering with `linkToUserId`.",
    noToken: NO_TOKEN,
    failure: "Failed to create profile",
    input: () => z.strictObject({ ...newAccountBody, ...linkBody }),
    reply: () => Done,
    refuses: ["email_not_proven", "email_taken", "id_taken", "bad_signature", "forbidden", "rate_limited"],
  }),
  linkKey: endpoint({
    method: "GET",
    path: "/users/profiles/:id/link",
    access: "signed-in",
    summary: "What the calling profile opens to prove the link: the other profile's vault key and the proof, wrapped.",
    noToken: NO_TOKEN,
    failure: "Failed to switch profiles",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), ...linkSide }),
    refuses: ["not_found"],
  }),
  switchProfile: endpoint({
    method: "POST",
    path: "/users/switch-profile/:id",
    access: "signed-in",
    summary:
      "Returns a session of a linked profile, for the proof that only the calling profile's key opens. Asks for its second factor if it has one.",
    noToken: NO_TOKEN,
    failure: "Failed to switch profiles",
    declined: "Failed to switch profile",
    input: () => z.strictObject({ id: Id, linkAuth: Hex32, code: z.string().max(11).optional() }),
    reply: () =>
      z.strictObject({
        success: z.literal(true),
        requiresMfa: z.boolean().optional(),
        data: SessionData.extend(linkSide).optional(),
        message: z.string().optional(),
      }),
    refuses: ["not_found", "link_not_proven", "account_disabled", "invalid_mfa_code", "rate_limited"],
  }),
  unlinkProfile: endpoint({
    method: "DELETE",
    path: "/users/profiles/:id",
    access: "signed-in",
    fresh: true,
    summary: "Removes the link; either side can.",
    noToken: NO_TOKEN,
    input: () => z.strictObject({ id: Id }),
    reply: () => Done,
    refuses: ["not_found"],
  }),
};
