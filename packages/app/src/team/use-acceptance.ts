/**
 * The steps of accepting an invitation. Opening its page joins no one:
 *
 *   asking ──┬─▶ refused (says why)
 *            └─▶ invited ── Join Team ──┬─▶ joined
 *                   ▲                   ├─▶ refused
 *                   └── must sign in ───┘
 */
import type { Invitation } from "@coffer/client";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { useEffect, useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { messageFor } from "../ui/error-message.ts";

/** One into a team, for a person who has an account. */
export type TeamInvitation = Invitation & { readonly email: string; readonly team_name: string };

export type Acceptance =
  | { readonly step: "asking" }
  /** `mustSignIn`: the link alone does not say who has it. */
  | { readonly step: "invited"; readonly invitation: TeamInvitation; readonly mustSignIn: boolean }
  | { readonly step: "joined"; readonly message: string }
  | { readonly step: "refused"; readonly message: string; readonly why: "void" | "must-register" | "other" };

const NO_TOKEN = "Invalid invitation link.";
const SAID = { refused: "Failed to accept invitation", threw: "An error occurred while accepting the invitation" };

export const refusedBy = (error: unknown): Acceptance => ({
  step: "refused",
  message: messageFor(error, SAID),
  why: isRefusal(error, "register_first") ? "must-register" : isRefusal(error, "invalid_invitation") ? "void" : "other",
});

function invitedBy(invitation: Invitation): Acceptance {
  const { email, team_name } = invitation;
  if (email === null || team_name === null) return refusedBy(new AppError("invalid_invitation"));
  if (!invitation.userExists) return refusedBy(new AppError("register_first"));
  return { step: "invited", invitation: { ...invitation, email, team_name }, mustSignIn: !invitation.is_mailed };
}

export function useAcceptance(token: string): readonly [Acceptance, (state: Acceptance) => void] {
  const client = useClient();
  const [state, setState] = useState<Acceptance>(token === "" ? { step: "refused", message: NO_TOKEN, why: "void" } : { step: "asking" });
  useEffect(() => {
    if (token === "") return;
    client.account.invitation({ token }).then(
      (invitation) => setState(invitedBy(invitation)),
      (error: unknown) => setState(refusedBy(error)),
    );
  }, [client, token]);
  return [state, setState];
}
