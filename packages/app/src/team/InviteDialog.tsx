/** Invites a person by email, or makes a link to be handed over. */
import type { Role } from "@coffer/client";
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { LinkDialog } from "./LinkDialog.tsx";
import { useTeamChange } from "./queries.ts";
import { roleOptions } from "./role-options.ts";

interface Props {
  /** Null: into no team. */
  readonly teamId: string | null;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

interface Values {
  readonly email: string;
  readonly roleId: string;
  readonly by: "mail" | "link";
}

export function InviteDialog({ teamId, roles, onClose }: Props) {
  const session = useSession();
  const [link, setLink] = useState<string | null>(null);
  const invite = useTeamChange((team, { email, roleId, by }: Values) =>
    team.invite({ email: email.trim(), roleId: Number(roleId), teamId, by }),
  );
  const form = useForm<Values>({
    start: { email: "", roleId: String(NO_ROLE), by: "mail" },
    check: ({ email }) => {
      if (email.trim() === "") return { fields: { email: "Email is required" } };
      return isEmail(email) ? {} : { fields: { email: INVALID_EMAIL } };
    },
    async send(values) {
      const made = await invite.mutateAsync(values);
      if (made !== null) return setLink(made);
      toast.done("Invitation sent successfully");
      onClose();
    },
    failed: "Failed to send invitation",
    failsBy: "toast",
    guard: { onLeave: onClose },
  });
  if (link !== null) return <LinkDialog link={link} onClose={onClose} />;
  return (
    <Dialog onClose={() => void form.leave()} title="Invite Member">
      <Form form={form}>
        {teamId === null && <p>They will get their own account, outside any team.</p>}
        <TextInput label="Email" type="email" required autoComplete="off" {...form.text("email")} />
        {teamId !== null && session && (
          <NativeSelect
            label="Role"
            description="Without a choice they become a Member, who may manage nothing."
            data={roleOptions(roles, session.permissions)}
            value={form.values.roleId}
            onChange={(event) => form.change({ roleId: event.currentTarget.value })}
          />
        )}
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <Button variant="default" disabled={form.busy} onClick={() => void form.submit({ ...form.values, by: "link" })}>
            Copy link instead
          </Button>
          <SubmitButton form={form} busyLabel="Sending...">
            Send Invitation
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
