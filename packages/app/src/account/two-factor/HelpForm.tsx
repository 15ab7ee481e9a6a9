/** A request to the administrators of somebody who cannot use their authenticator. What became of it is said by a toast (specification 1 §2). */
import { HELP_MESSAGE_MAX_LENGTH } from "@coffer/core/product";
import { Button, Textarea } from "@mantine/core";
import type { Dispatch } from "react";
import { toast } from "../../ui/toast.ts";
import { Problem } from "../Problem.tsx";
import { HELP_SENT, helpRefusal, type SecondStepEvent, type SecondStepState, secondStep } from "./second-step.ts";

/** The server takes no longer message. */

export function HelpForm({
  state,
  dispatch,
  send,
}: {
  state: SecondStepState;
  dispatch: Dispatch<SecondStepEvent>;
  send: (message: string) => Promise<void>;
}) {
  const busy = state.step === "sending";
  const submit = async () => {
    dispatch({ type: "send" });
    if (secondStep(state, { type: "send" }).step !== "sending") return;
    try {
      await send(state.message.trim());
      toast.done(HELP_SENT);
      dispatch({ type: "sent" });
    } catch (error) {
      toast.failed(helpRefusal(error));
      dispatch({ type: "failed" });
    }
  };
  return (
    <form
      className="account-step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className="account-lead">An administrator can turn two-factor authentication off for you. Your vault stays sealed to them.</p>
      <Textarea
        label="Message to the administrator"
        size="md"
        rows={5}
        maxLength={HELP_MESSAGE_MAX_LENGTH}
        autoFocus
        value={state.message}
        disabled={busy}
        onChange={(event) => dispatch({ type: "message", message: event.currentTarget.value })}
      />
      <Problem problem={state.problem} />
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {busy ? "Sending request..." : "Send Request to Admin"}
      </Button>
      <div className="account-links">
        <button type="button" className="account-text-button" disabled={busy} onClick={() => dispatch({ type: "back" })}>
          Back to Authentication Code
        </button>
      </div>
    </form>
  );
}
