/** The role that someone is to have, with what it allows: that is signed into the team's log where the log does not have the role yet. */
import type { Role } from "@coffer/client";
import { NativeSelect } from "@mantine/core";
import { useSession } from "../frame/client-context.tsx";
import { allowsText, roleOptions, roleWith } from "./role-options.ts";

interface Props {
  readonly roles: readonly Role[];
  /** The number of the role. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function RoleField({ roles, value, onChange }: Props) {
  const session = useSession();
  return (
    <NativeSelect
      label="Role"
      description={allowsText(roleWith(roles, Number(value)))}
      data={session ? roleOptions(roles, session.permissions) : []}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
