/** Where the link of the email leads: it says what it does, and turns off a second factor that was just set up. The link alone is the proof; it works for a day, once. */
import { useState } from "react";
import { useLocation } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { AccountCard, CardFoot, Lead } from "../AccountCard.tsx";
import { TextLink } from "../TextButton.tsx";

export function UndoPage() {
  const [done, setDone] = useState(false);
  const token = useLocation().hash.slice(1);
  return (
    <AccountCard title="Turn off two-factor authentication" subtitle="For when someone else has just turned it on.">
      {done ? (
        <Note tone="success" role="status">
          Two-factor authentication is off and every device was signed out. Sign in and change your master password immediately: anyone
          turned it on knew it.
        </Note>
      ) : (
        <Undo token={token} onDone={() => setDone(true)} />
      )}
      <CardFoot>
        <TextLink to="/login">{done ? "Sign in" : "Back to login"}</TextLink>
      </CardFoot>
    </AccountCard>
  );
}

function Undo({ token, onDone }: { token: string; onDone: () => void }) {
  const { account } = useClient();
  const form = useForm({
    start: {},
    send: () => account.undoMfa({ token }),
    failed: "Two-factor authentication could not be turned off. Please try again.",
    onSent: onDone,
  });
  if (token === "") return <ErrorNote>This link is incomplete. Please open it from the email once more.</ErrorNote>;
  return (
    <Form form={form}>
      <Lead>
        This turns two-factor authentication off, signs every device out and removes links to other profiles. Your vault and your master
        password stay as they are. If it was you who turned it on, close this page.
      </Lead>
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth mt={4} color="red" busyLabel="Turning off...">
        Turn it off
      </SubmitButton>
    </Form>
  );
}
