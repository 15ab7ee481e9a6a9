/** For a visitor without an invitation: where an invitation comes from, and a field for a link that a mail program broke. */
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { Form, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { pastedFragment, pastedToken } from "./pasted-token.ts";
import styles from "./RegisterForm.module.css";
import { RESTRICTED } from "./registration.ts";

export function InvitationHelp() {
  const navigate = useNavigate();
  const form = useForm({
    start: { link: "" },
    check: ({ link }) => (parseInvitation(pastedToken(link)) === null ? { fields: { link: RESTRICTED.malformed } } : {}),
    async send({ link }) {
      await navigate(`/register?token=${encodeURIComponent(pastedToken(link))}${pastedFragment(link)}`);
    },
    failed: RESTRICTED.refused,
  });
  return (
    <>
      <Note role="status">{RESTRICTED.noLink}</Note>
      <p className={styles.help}>
        Invitations come by email from the person who runs this server: your company, your family, a friend. If you have one and it did not
        open here, paste its link.
      </p>
      <Form form={form}>
        <TextInput label="Invitation link" name="link" size="md" autoComplete="off" spellCheck={false} {...form.text("link")} />
        <SubmitButton form={form} size="md" fullWidth busyLabel="Opening...">
          Open invitation
        </SubmitButton>
      </Form>
    </>
  );
}
