/** Asks for the six digits that were mailed to an address, to prove that it is one's own. */
import { CodeInput } from "../../ui/CodeInput.tsx";

interface Props {
  readonly email: string;
  readonly code: string;
  readonly busy: boolean;
  readonly onType: (code: string) => void;
  /** All six digits are there. */
  readonly onWhole: (code: string) => void;
}

export function MailedCode({ email, code, busy, onType, onWhole }: Props) {
  return (
    <>
      <p>
        We mailed a 6-digit code to <strong>{email.trim()}</strong>.
      </p>
      <CodeInput label="Verification code" value={code} disabled={busy} autoFocus onChange={onType} onWhole={onWhole} />
    </>
  );
}
