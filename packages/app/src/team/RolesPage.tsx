/** /roles: what people may do, by role. */
import { useState } from "react";
import { FloatingAdd } from "../ui/FloatingAdd.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { causeOf, useFreshPermissions, useRoles } from "./queries.ts";
import { RoleDialog } from "./RoleDialog.tsx";
import { RoleTable } from "./RoleTable.tsx";

export function RolesPage() {
  useFreshPermissions();
  const roles = useRoles();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageTitle hint="No role can open other people's items. Only ownership and sharing decide that.">{"Roles & Permissions"}</PageTitle>
      {roles.isPending && <Loading rows={4} label="Loading roles" />}
      {roles.isError && <LoadFailed query={causeOf(roles)}>Error loading roles</LoadFailed>}
      {roles.data && <RoleTable roles={roles.data} />}
      <FloatingAdd label="Create Role" onClick={() => setAdding(true)} />
      {adding && <RoleDialog edited={null} onClose={() => setAdding(false)} />}
    </>
  );
}
