/** Invites a person into a team by a link to be handed over, which is offered first, or by email; outside a team by email first. */
import type { Role } from "@coffer/client";
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { LinkDialog } from "./LinkDialog.tsx";
import { useTeamChange } from "./queries.ts";
import { RoleField } from "./RoleField.tsx";
import { roleWith } from "./role-options.ts";

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

const LABELS = {
  link: { press: "Copy Link", busy: "Making the link..." },
  mail: { press: "Send Invitation", busy: "Sending..." },
} as const;
const WHY_LINK =
  "A link that you hand over lets them in at once and proves that their key is theirs. An email does not: you let them in when they have come.";

export function InviteDialog({ teamId, roles, onClose }: Props) {
  // Only a copied link has a secret, by which any member's client lets them in.
  const [first, second] = teamId === null ? (["mail", "link"] as const) : (["link", "mail"] as const);
  const [link, setLink] = useState<string | null>(null);
  const invite = useTeamChange((team, { email, roleId, by }: Values) =>
    team.invite({ email: email.trim(), roleId: Number(roleId), teamId, by, allows: roleWith(roles, Number(roleId))?.permissions }),
  );
  const form = useForm<Values>({
    start: { email: "", roleId: String(NO_ROLE), by: first },
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
        <p>{teamId === null ? "They will get their own account, outside any team." : WHY_LINK}</p>
        <TextInput label="Email" type="email" required autoComplete="off" {...form.text("email")} />
        {teamId !== null && <RoleField roles={roles} value={form.values.roleId} onChange={(roleId) => form.change({ roleId })} />}
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <Button variant="default" disabled={form.busy} onClick={() => void form.submit({ ...form.values, by: second })}>
            {LABELS[second].press}
          </Button>
          <SubmitButton form={form} busyLabel={LABELS[first].busy}>
            {LABELS[first].press}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
