/** Creates or edits a team: name and description. */
import type { Team } from "@coffer/client";
import { DESCRIPTION_MAX_LENGTH, TEAM_NAME_MAX_LENGTH } from "@coffer/core/team/roles";
import { Textarea, TextInput } from "@mantine/core";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Values {
  readonly name: string;
  readonly description: string;
}

/** @param team - null makes a new one */
export function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const save = useTeamChange(async (api, values: Values) => {
    if (team) await api.updateTeam({ id: team.id, ...values });
    else await api.createTeam(values);
  });
  const form = useForm({
    start: { name: team?.name ?? "", description: team?.description ?? "" },
    check: ({ name }) => (name.trim() ? {} : { fields: { name: "Team name is required" } }),
    async send({ name, description }) {
      await save.mutateAsync({ name: name.trim(), description: description.trim() });
      toast.done(team ? "Team updated successfully" : "Team created successfully");
    },
    failed: team ? "Failed to update team" : "Failed to create team",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog form={form} title={team ? "Edit Team" : "Create Team"} submitLabel={team ? "Save Changes" : "Create Team"}>
      <TextInput label="Team Name" required autoComplete="off" maxLength={TEAM_NAME_MAX_LENGTH} {...form.text("name")} />
      <Textarea label="Description" rows={3} autoComplete="off" maxLength={DESCRIPTION_MAX_LENGTH} {...form.text("description")} />
    </FormDialog>
  );
}
