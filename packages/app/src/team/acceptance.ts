/** Where the acceptance of an invitation stands. */
import { isRefusal } from "@coffer/contract/errors";
import { useEffect, useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { messageFor } from "../ui/message.ts";

export type Acceptance =
  | { readonly step: "asking" }
  | { readonly step: "handed-over" }
  | { readonly step: "joined"; readonly message: string }
  | { readonly step: "refused"; readonly message: string; readonly mayRegister: boolean };

const NO_TOKEN = "Invalid invitation link.";
const SAID = { refused: "Failed to accept invitation", threw: "An error occurred while accepting the invitation" };

/** Drawn twice in development, a page must not use an invitation up twice: what is on its way is waited for. */
const underway = new Map<string, Promise<string>>();

export const refusedBy = (error: unknown): Acceptance =>
  isRefusal(error, "sign_in_to_join")
    ? { step: "handed-over" }
    : { step: "refused", message: messageFor(error, SAID), mayRegister: isRefusal(error, "register_first") };

export function useAcceptance(token: string, fragment: string): readonly [Acceptance, (state: Acceptance) => void] {
  const client = useClient();
  const [state, setState] = useState<Acceptance>(
    token === "" ? { step: "refused", message: NO_TOKEN, mayRegister: false } : { step: "asking" },
  );
  useEffect(() => {
    if (token === "") return;
    const asked = underway.get(token) ?? client.team.acceptInvitation({ token, fragment });
    underway.set(token, asked);
    asked
      .then(
        (message) => setState({ step: "joined", message }),
        (error: unknown) => setState(refusedBy(error)),
      )
      .finally(() => underway.delete(token));
  }, [client, token, fragment]);
  return [state, setState];
}
