/** Suggests once, and kindly, a better master password when the one typed at the sign-in is easy to guess. */
import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useSession } from "../frame/client-context.tsx";
import { Note } from "../ui/Note.tsx";
import styles from "./GuessablePasswordNote.module.css";
import { guessablePassword, useGuessablePassword } from "./guessable-password.ts";

export function GuessablePasswordNote() {
  const found = useGuessablePassword();
  const session = useSession();
  const navigate = useNavigate();
  if (found === null || found.accountId !== session?.user.id) return null;
  const change = () => {
    guessablePassword.dismiss();
    void navigate("/settings#password");
  };
  return (
    <div className={styles.place}>
      <Note
        role="status"
        icon={<IconInfoCircle size={18} aria-hidden />}
        actions={
          <>
            <Button size="xs" onClick={change}>
              Change master password
            </Button>
            <Button size="xs" variant="default" onClick={guessablePassword.dismiss}>
              Not now
            </Button>
          </>
        }
      >
        Everything you save is protected by your master password, and it could be stronger. {found.reason}
      </Note>
    </div>
  );
}
