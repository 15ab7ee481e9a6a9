/** Says that a sign-in went without the second factor although the vault remembers one (security design §7): the server's word is not enough. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useAcceptMissingFactor, useMissingFactor } from "../queries.ts";
import styles from "./MissingFactorNote.module.css";

export function MissingFactorNote() {
  const { data: isMissing = false } = useMissingFactor();
  const { mutateAsync: accept, isPending } = useAcceptMissingFactor();
  const navigate = useNavigate();
  if (!isMissing) return null;
  const dismiss = () => void accept(null).catch((error: unknown) => toast.failed(error, "An error occurred"));
  return (
    <div className={styles.place}>
      <Note
        tone="warning"
        role="alert"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        actions={
          <>
            <Button size="xs" onClick={() => void navigate("/mfa-setup")}>
              Set it up again
            </Button>
            <Button size="xs" variant="default" disabled={isPending} onClick={dismiss}>
              I know about this
            </Button>
          </>
        }
      >
        You signed in without a code, although two-factor authentication was on. If no administrator removed it for you, someone may be
        interfering: change your master password and set it up again. Until you have answered, nothing is saved, and some of what others
        share with you may be missing or not open.
      </Note>
    </div>
  );
}
