/** Adds a person to a team who has an account and no team. */
import type { Role } from "@coffer/client";
import { NO_ROLE } from "@coffer/core/team/roles";
import { Button, NativeSelect } from "@mantine/core";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { toast } from "../ui/toast.ts";
import { causeOf, useAvailableUsers, useLoadToast, useTeamChange } from "./queries.ts";
import { RoleField } from "./RoleField.tsx";
import { roleWith } from "./role-options.ts";

interface Props {
  readonly teamId: string;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

interface Values {
  readonly userId: string;
  readonly roleId: string;
}
const FAILED = "Failed to load available users";

export function AddMemberDialog({ teamId, roles, onClose }: Props) {
  const users = useAvailableUsers();
  useLoadToast(users, FAILED);
  const add = useTeamChange((team, { userId, roleId }: Values) => {
    const email = users.data?.find(({ id }) => id === userId)?.email ?? "";
    return team.addMember({
      teamId,
      memberUserId: userId,
      email,
      roleId: Number(roleId),
      allows: roleWith(roles, Number(roleId))?.permissions,
    });
  });
  const form = useForm<Values>({
    start: { userId: "", roleId: String(NO_ROLE) },
    check: ({ userId }) => (userId === "" ? { fields: { userId: "Please select a user" } } : {}),
    async send(values) {
      await add.mutateAsync(values);
      toast.done("Member added successfully");
    },
    failed: "Failed to add member",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  const options = (users.data ?? []).map(({ id, email }) => ({ value: id, label: email }));
  return (
    <Dialog onClose={() => void form.leave()} title="Add Member">
      <Form form={form}>
        {users.isError && <LoadFailed query={causeOf(users)}>{FAILED}</LoadFailed>}
        <p>They will be told by email, keep their account as it is, and can leave the team at any time.</p>
        <NativeSelect
          label="User"
          required
          data-field="userId"
          description={
            users.data && options.length === 0 ? "No one without a team is known here. Invite them by email instead." : undefined
          }
          data={[{ value: "", label: "Select User" }, ...options]}
          value={form.values.userId}
          error={form.errors.userId}
          onChange={(event) => form.change({ userId: event.currentTarget.value })}
        />
        <RoleField roles={roles} value={form.values.roleId} onChange={(roleId) => form.change({ roleId })} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="Adding...">
            Add Member
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
