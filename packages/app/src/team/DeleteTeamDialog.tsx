/** Deletes a team, and asks what becomes of the people in it: they keep their accounts, or lose those that the team made. */
import type { Team } from "@coffer/client";
import { byCount, plural } from "@coffer/core/text";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { KeepOrLoseChoice } from "../ui/form/KeepOrLoseChoice.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Props {
  readonly team: Team;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteTeamDialog({ team, onClose, onDeleted }: Props) {
  const { id, name, member_count: members, managed_count: managed } = team;
  const [deleteUsers, setDeleteUsers] = useState(false);
  const removal = useTeamChange((api, _: null) => api.deleteTeam({ id, deleteUsers }));
  const form = useForm({
    start: { typed: "" },
    check: ({ typed }) =>
      !deleteUsers || typed.trim() === name.trim() ? {} : { fields: { typed: "Type the name of the team to continue." } },
    async send() {
      await removal.mutateAsync(null);
      toast.done(deleteUsers ? "Team and all team members have been deleted" : "Team deleted and members converted to individual users");
    },
    failed: "Failed to delete team",
    failsBy: "toast",
    onSent() {
      onClose();
      onDeleted?.();
    },
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog
      form={form}
      title="Delete Team"
      submitLabel={deleteUsers ? "Delete team and users" : "Delete team"}
      busyLabel="Deleting..."
      isDestructive
    >
      <KeepOrLoseChoice
        question={byCount(
          members,
          `"${name}" has ${plural(members, "member")}. What should happen to this account?`,
          `"${name}" has ${plural(members, "member")}. What should happen to their accounts?`,
        )}
        keeps={{ title: "Keep users", text: "Everyone keeps their account and what is in it, but loses what the team shares." }}
        loses={{ title: "Delete users", text: whatGoes(managed) }}
        isLosing={deleteUsers}
        onChoose={setDeleteUsers}
      />
      {deleteUsers && <TextInput label={`Type "${name}" to confirm`} autoComplete="off" {...form.text("typed")} />}
    </FormDialog>
  );
}

/** @param managed - accounts that the team made */
const whatGoes = (managed: number): string =>
  managed === 0
    ? "No account of a member was created by the team, so none will be deleted."
    : byCount(
        managed,
        `${plural(managed, "account")} created by the team will be deleted with everything in it. Your own account, and accounts older than the team, stay.`,
        `${plural(managed, "account")} created by the team will be deleted with everything in them. Your own account, and accounts older than the team, stay.`,
      );
