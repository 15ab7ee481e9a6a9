/** Roles, what each allows, and the ways to change them for users who may. */
import type { Role } from "@coffer/client";
import { PERMISSIONS } from "@coffer/core/team/permission-words";
import { flagsOf } from "@coffer/core/team/permissions";
import { inWordsOfTheApp, isSystemRole, isWithin, SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { ActionIcon } from "@mantine/core";
import { IconPencil, IconShieldCog, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { usePageSearch } from "../frame/search-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import { RoleDialog } from "./RoleDialog.tsx";
import { Badge, Cell, MainCell, Table, Together } from "./Table.tsx";

const COLUMNS = ["Name", "Description", "Permissions"];

/** By name, description, and the permissions by flag and by label. */
const textOf = (role: Role): string =>
  [role.name, inWordsOfTheApp(role.description), ...flagsOf(role.permissions).flatMap((flag) => [flag, PERMISSIONS[flag].label])]
    .join("\n")
    .toLowerCase();

export function RoleTable({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const { text } = usePageSearch();
  const [editing, setEditing] = useState<Role | null>(null);
  const mayChange = session?.permissions.manage_roles === true;
  const isSuper = session?.roleId === SUPER_ADMIN;
  const listed = roles.filter(({ id }) => id !== SUPER_ADMIN);
  const found = listed.filter((role) => textOf(role).includes(text.trim().toLowerCase()));
  /** The server says the same, and has the last word. */
  const isMine = ({ id, team_id, permissions }: Role): boolean => {
    if (id === session?.roleId || !isWithin(permissions, session?.permissions ?? permissions)) return false;
    return isSuper ? id === TEAM_ADMIN || !isSystemRole(id) : team_id !== null;
  };
  if (listed.length === 0) return <EmptyState icon={<IconShieldCog />} title="No roles available" />;
  if (found.length === 0) return <EmptyState icon={<IconShieldCog />} title="Nothing found" text="No roles match your search." />;
  return (
    <>
      <Table label="Roles" columns={mayChange ? [...COLUMNS, "Actions"] : COLUMNS}>
        {found.map((role) => (
          <tr key={role.id}>
            <MainCell note={role.team_name ?? undefined}>{role.name}</MainCell>
            <Cell label="Description">{inWordsOfTheApp(role.description) || "–"}</Cell>
            <Cell label="Permissions">
              <PermissionBadges role={role} />
            </Cell>
            {mayChange && <Cell>{isMine(role) && <RoleActions role={role} onEdit={() => setEditing(role)} />}</Cell>}
          </tr>
        ))}
      </Table>
      {editing && <RoleDialog edited={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function PermissionBadges({ role }: { role: Role }) {
  const flags = flagsOf(role.permissions);
  if (flags.length === 0) return <Badge quiet>No Permissions</Badge>;
  return flags.map((flag) => (
    <Badge key={flag} title={PERMISSIONS[flag].description}>
      {PERMISSIONS[flag].label}
    </Badge>
  ));
}

function RoleActions({ role: { id, name }, onEdit }: { role: Role; onEdit: () => void }) {
  const { mutate: remove, isPending } = useTeamChange((team, _: null) => team.deleteRole({ id }));
  const ask = async () => {
    const message = `Are you sure you want to delete the role "${name}"?`;
    if (!(await confirm({ title: "Delete role", message, confirmLabel: "Delete", danger: true }))) return;
    remove(null, {
      onSuccess: () => toast.done("Role deleted successfully"),
      onError: (error) => toast.failed(error, "Failed to delete role"),
    });
  };
  return (
    <Together>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Edit role ${name}`} title={`Edit role ${name}`} onClick={onEdit}>
        <IconPencil size={19} aria-hidden />
      </ActionIcon>
      {!isSystemRole(id) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          disabled={isPending}
          aria-label={`Delete role ${name}`}
          title={`Delete role ${name}`}
          onClick={() => void ask()}
        >
          <IconTrash size={19} aria-hidden />
        </ActionIcon>
      )}
    </Together>
  );
}
