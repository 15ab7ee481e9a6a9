/** The picture to scan, the secret for whoever cannot, and the code that proves it worked. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Problem } from "../Problem.tsx";
import { type MfaState, spacedSecret } from "./mfa.ts";

export function MfaScan({
  state,
  onEdit,
  onCancel,
  onVerify,
}: {
  state: Extract<MfaState, { secret: string }>;
  onEdit: () => void;
  onCancel: () => void;
  onVerify: (code: string) => void;
}) {
  const [code, setCode] = useState("");
  const busy = state.step === "verifying";
  return (
    <section className="panel mfa-scan">
      <div className="mfa-picture">
        <img src={state.qrCodeUrl} alt="QR code for your authenticator app" width={200} height={200} />
      </div>
      <form
        className="mfa-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onVerify(code);
        }}
      >
        <div>
          <div className="mfa-label">Cannot scan? Enter this key in the app</div>
          <div className="mfa-secret">
            <code>{spacedSecret(state.secret)}</code>
            <CopyButton value={() => state.secret} label="Copy secret key" />
          </div>
        </div>
        <CodeInput
          label="6-digit code"
          value={code}
          disabled={busy}
          autoFocus
          onChange={(typed) => {
            setCode(typed);
            onEdit();
          }}
          onWhole={onVerify}
        />
        <Problem problem={state.problem} takesFocus={false} />
        <div className="mfa-actions">
          <Button type="submit" disabled={busy}>
            {busy ? "Verifying..." : "Verify Code"}
          </Button>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
