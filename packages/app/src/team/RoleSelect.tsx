/** The role of one member; another one is given once that was confirmed. A plain list of the browser: there may be three hundred of them on a page. */
import type { ActiveMember, Role } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import type { PermissionSet } from "@coffer/core/team/permissions";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import styles from "./RoleSelect.module.css";
import { allowsText, assignable, roleWith } from "./role-options.ts";

interface Props {
  readonly member: ActiveMember;
  /** Null: the user's own team. */
  readonly teamId: string | null;
  readonly roles: readonly Role[];
  readonly mine: PermissionSet;
}

/** The specification has these words; whom and what it is about is shown below them. */
const QUESTION = "Are you sure you want to update the role?";
const THREW = "Error updating role";

/** What the server refuses it says; where nothing was said, it went wrong on the way (specification 3 §8). */
const failedText = (error: unknown): string | null =>
  error instanceof AppError && error.code !== "unexpected" && error.code !== "session_expired"
    ? `Failed to update role: ${error.message}`
    : null;

export function RoleSelect({ member, teamId, roles, mine }: Props) {
  const { mutate: give, isPending } = useTeamChange((team, { id: roleId, permissions: allows }: Role) =>
    team.giveRole({ userId: member.user_id, roleId, teamId, allows }),
  );
  const choose = async (role: Role | undefined) => {
    if (!role) return;
    const detail = `${member.email} has the role "${member.role_name}" and gets the role "${role.name}". ${allowsText(role)}`;
    if (!(await confirm({ title: "Update role", message: QUESTION, detail, confirmLabel: "Update role" }))) return;
    give(role, {
      onSuccess: () => toast.done("Role updated successfully"),
      onError: (error) => toast.failed(failedText(error) ?? error, THREW),
    });
  };
  const offered = assignable(roles, mine);
  return (
    <select
      className={styles.select}
      aria-label={`Role of ${member.email}`}
      value={member.role_id}
      disabled={isPending}
      onChange={(event) => void choose(roleWith(offered, Number(event.currentTarget.value)))}
    >
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
