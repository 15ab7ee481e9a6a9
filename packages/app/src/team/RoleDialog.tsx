/** Creates or edits a role: name, description, and what its holders may do. */
import type { Role } from "@coffer/client";
import { PERMISSIONS } from "@coffer/core/team/permission-words";
import { NO_PERMISSIONS, PERMISSION_FLAGS, type PermissionSet, permissionsWhere } from "@coffer/core/team/permissions";
import { DESCRIPTION_MAX_LENGTH, ROLE_NAME_MAX_LENGTH } from "@coffer/core/team/roles";
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { useSession } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import styles from "./RoleDialog.module.css";

interface Values extends PermissionSet {
  readonly name: string;
  readonly description: string;
}

/** @param edited - null makes a new one */
export function RoleDialog({ edited: role, onClose }: { edited: Role | null; onClose: () => void }) {
  const mine = useSession()?.permissions ?? NO_PERMISSIONS;
  const save = useTeamChange(async (team, { name, description, ...flags }: Values) => {
    const body = { name: name.trim(), description: description.trim(), permissions: permissionsWhere((flag) => flags[flag]) };
    if (role) await team.updateRole({ id: role.id, ...body });
    else await team.createRole(body);
  });
  const form = useForm<Values>({
    start: { name: role?.name ?? "", description: role?.description ?? "", ...(role?.permissions ?? NO_PERMISSIONS) },
    check: ({ name }) => (name.trim() ? {} : { fields: { name: "Role name is required" } }),
    async send(values) {
      await save.mutateAsync(values);
      toast.done(role ? "Role updated successfully" : "Role created successfully");
    },
    failed: "Failed to save role",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <Dialog onClose={() => void form.leave()} title={role ? "Edit Role" : "Create Role"} size={560}>
      <Form form={form}>
        <TextInput label="Role Name" required autoComplete="off" maxLength={ROLE_NAME_MAX_LENGTH} {...form.text("name")} />
        <Textarea label="Description" rows={2} autoComplete="off" maxLength={DESCRIPTION_MAX_LENGTH} {...form.text("description")} />
        <fieldset className={styles.permissions}>
          <legend>Permissions</legend>
          {PERMISSION_FLAGS.map((flag) => (
            <Checkbox
              key={flag}
              label={PERMISSIONS[flag].label}
              description={PERMISSIONS[flag].description}
              checked={form.values[flag]}
              disabled={!mine[flag]}
              onChange={(event) => form.change({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
        <Preview flags={form.values} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="Saving...">
            {role ? "Save Changes" : "Create Role"}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** What holders of the role could do, in words. None of it opens anyone's items. */
function Preview({ flags }: { flags: PermissionSet }) {
  const allowed = [...new Set(PERMISSION_FLAGS.filter((flag) => flags[flag]).flatMap((flag) => PERMISSIONS[flag].allows))];
  return (
    <p className={styles.preview} aria-live="polite">
      {allowed.length === 0 ? "This role can use what the team shares, but not manage anything." : `This role can ${allowed.join("; ")}.`}
    </p>
  );
}
