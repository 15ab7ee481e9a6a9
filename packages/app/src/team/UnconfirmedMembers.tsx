/** People whom the server lists and the team's signed log does not have: they receive nothing until a member who may has confirmed them. */
import type { Role, TeamPeople } from "@coffer/client";
import { byCount, plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { confirm } from "../ui/confirm.ts";
import { DangerButton } from "../ui/DangerButton.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import { allowsText, roleWith } from "./role-options.ts";
import { Cell, Email, MainCell, Table } from "./Table.tsx";
import { useIncrementalRows } from "./use-incremental-rows.ts";

type Person = TeamPeople["unconfirmed"][number];

interface Props {
  readonly people: readonly Person[];
  readonly teamId: string;
  readonly roles: readonly Role[];
  readonly mayRemove: boolean;
}

function notInvited(count: number): string {
  const people = plural(count, "person", "people");
  return byCount(
    count,
    `${people} on the server's list was not invited by anyone in this team's signed log, and receives nothing.`,
    `${people} on the server's list were not invited by anyone in this team's signed log, and receive nothing.`,
  );
}

export function UnconfirmedMembers({ people, teamId, roles, mayRemove }: Props) {
  const [shown, end] = useIncrementalRows(people.length);
  if (people.length === 0) return null;
  return (
    <Note tone="warning" label="Not confirmed">
      <p>
        {notInvited(people.length)} {mayRemove ? "Confirm only whom you know, and remove the others." : "Confirm only whom you know."}
      </p>
      <Table label="Not confirmed" columns={["Email", "Role", "Actions"]}>
        {people.slice(0, shown).map((person) => (
          <tr key={person.id}>
            <MainCell>
              <Email>{person.email}</Email>
            </MainCell>
            <Cell label="Role">{person.role_name}</Cell>
            <Cell>
              <Confirm person={person} teamId={teamId} role={roleWith(roles, person.role_id)} />
              {mayRemove && <Remove person={person} teamId={teamId} />}
            </Cell>
          </tr>
        ))}
      </Table>
      <div ref={end} />
    </Note>
  );
}

function Confirm({ person, teamId, role }: { person: Person; teamId: string; role: Role | undefined }) {
  const { user_id: userId, email, role_id: roleId, role_name: roleName } = person;
  const { mutate, isPending } = useTeamChange((team, _: null) =>
    team.confirmMember({ teamId, userId, email, roleId, allows: role?.permissions }),
  );
  const ask = async () => {
    const message = `${email} becomes a member of this team with the role "${roleName}", and can open what is shared with it.`;
    if (!(await confirm({ title: "Confirm member", message, ...(role && { detail: allowsText(role) }), confirmLabel: "Confirm" }))) return;
    mutate(null, {
      onSuccess: () => toast.done(`${email} is a member now`),
      onError: (error) => toast.failed(error, "Failed to confirm the member"),
    });
  };
  return (
    <Button variant="default" size="compact-md" disabled={isPending} aria-label={`Confirm ${email}`} onClick={() => void ask()}>
      Confirm
    </Button>
  );
}

function Remove({ person: { id, user_id: userId, email }, teamId }: { person: Person; teamId: string }) {
  const { mutate, isPending } = useTeamChange((team, _: null) => team.removeMember({ id, userId, teamId }));
  const ask = async () => {
    const message = `${email} is taken off the server's list of this team. They keep their account.`;
    if (!(await confirm({ title: "Remove person", message, confirmLabel: "Remove", danger: true }))) return;
    mutate(null, {
      onSuccess: () => toast.done("Member removed from team successfully"),
      onError: (error) => toast.failed(error, "Failed to remove member from team"),
    });
  };
  return (
    <DangerButton size="compact-md" disabled={isPending} aria-label={`Remove ${email}`} onClick={() => void ask()}>
      Remove
    </DangerButton>
  );
}
