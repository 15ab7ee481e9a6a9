/** The end of an account: after the master password, at once for every device, for good after seven business days. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { DangerButton } from "../../ui/DangerButton.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { withNotice } from "../sign-in-notice.ts";
import { PasswordQuestion } from "./PasswordQuestion.tsx";
import type { PanelProps } from "./panel-props.ts";

const IN_TEAM = "You leave your team at once.";
const MESSAGE =
  "Every device will be signed out immediately. After 7 business days everything you saved will be deleted, and no one can bring it back. Sign in before then to cancel.";

export function DeletePanel({ id, title }: PanelProps) {
  const { account } = useClient();
  const navigate = useNavigate();
  const isInTeam = useSession()?.teamId != null;
  const [asking, setAsking] = useState(false);
  const send = async (password: string) => {
    const { purgedAt } = await account.deleteAccount({ password });
    await navigate("/login", { replace: true, ...withNotice({ notice: "deleted", until: purgedAt }) });
  };
  return (
    <Panel id={id} title={title} hint="Deletes the account and everything in it after 7 business days. Sign in before then to cancel.">
      {asking ? (
        <PasswordQuestion
          action="Delete account"
          danger
          confirm={() =>
            confirm({
              title: "Delete account",
              message: isInTeam ? `${IN_TEAM} ${MESSAGE}` : MESSAGE,
              confirmLabel: "Delete account",
              danger: true,
            })
          }
          send={send}
          failed="Failed to delete the account"
          onCancel={() => setAsking(false)}
        >
          <p>You may want to export your vault first.</p>
        </PasswordQuestion>
      ) : (
        <DangerButton onClick={() => setAsking(true)}>Delete account</DangerButton>
      )}
    </Panel>
  );
}
