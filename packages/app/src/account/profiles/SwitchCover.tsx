/** What lies over the page while a profile is switched to: the overlay, or the question for the other profile's second factor. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../../frame/Dialog.tsx";
import { WaitingDot } from "../../frame/Waiting.tsx";
import { Problem } from "../Problem.tsx";
import type { ProfileSwitch } from "./use-profile-switch.ts";
import "../account.css";
import "./switch-cover.css";

export function SwitchCover({ profileSwitch }: { profileSwitch: ProfileSwitch }) {
  const { state } = profileSwitch;
  if (state.step === "code") return <CodeQuestion problem={state.problem} profileSwitch={profileSwitch} />;
  if (state.step === "idle") return null;
  return createPortal(
    <div className="switch-cover" role="status">
      <div className="switch-cover-card">
        <WaitingDot />
        Switching profile...
      </div>
    </div>,
    document.body,
  );
}

function CodeQuestion({ problem, profileSwitch }: { problem: string | null; profileSwitch: ProfileSwitch }) {
  const [code, setCode] = useState("");
  return (
    <Dialog onClose={profileSwitch.cancel} title="Two-factor authentication">
      <form
        className="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          profileSwitch.submit(code.trim());
        }}
      >
        <p>This profile has a second factor. Enter the code of its authenticator app, or one of its recovery codes.</p>
        <TextInput
          label="Authentication code"
          size="md"
          autoComplete="one-time-code"
          data-autofocus
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            profileSwitch.edit();
          }}
        />
        <Problem problem={problem} takesFocus={false} />
        <div className="account-dialog-actions">
          <Button variant="default" onClick={profileSwitch.cancel}>
            Cancel
          </Button>
          <Button type="submit">Verify Code</Button>
        </div>
      </form>
    </Dialog>
  );
}
