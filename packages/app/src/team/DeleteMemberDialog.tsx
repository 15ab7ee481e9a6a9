/** Deletes the account of a member for good, once its address was typed. */
import type { ActiveMember } from "@coffer/client";
import { normaliseEmail } from "@coffer/core/account/email";
import { Button, TextInput } from "@mantine/core";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Props {
  readonly member: ActiveMember;
  /** Null: the user's own team. */
  readonly teamId: string | null;
  readonly onClose: () => void;
}

export function DeleteMemberDialog({ member: { email, user_id: userId }, teamId, onClose }: Props) {
  const removal = useTeamChange((team, _: null) => team.deleteUser({ userId, teamId }));
  const form = useForm({
    start: { typed: "" },
    check: ({ typed }) => (normaliseEmail(typed) === email ? {} : { fields: { typed: "Type the email address to continue." } }),
    async send() {
      await removal.mutateAsync(null);
      toast.done("User and all associated data permanently removed");
    },
    failed: "Failed to delete member",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <Dialog onClose={() => void form.leave()} title="Delete user">
      <Form form={form}>
        <p>
          Are you sure you want to permanently delete <strong>{email}</strong>? They will be signed out immediately and cannot sign in
          again. Everything in their account will be deleted within seven business days. After that, no one can bring it back.
        </p>
        <TextInput label="Type the email address to confirm" autoComplete="off" {...form.text("typed")} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} color="red" busyLabel="Deleting...">
            Delete
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
