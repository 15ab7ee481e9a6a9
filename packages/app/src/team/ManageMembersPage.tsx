/** /manage-members: the people of the user's team, who is invited, and the roles. */
import type { TeamPeople } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { usePageSearch } from "../frame/search-context.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FloatingAdd } from "../ui/FloatingAdd.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { panelProps, TabStrip } from "../vault/list/TabStrip.tsx";
import { InvitationTable } from "./InvitationTable.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import styles from "./ManageMembersPage.module.css";
import { MemberTable } from "./MemberTable.tsx";
import { causeOf, useFreshPermissions, useLoadToast, usePeople, useRoles } from "./queries.ts";
import { RoleDialog } from "./RoleDialog.tsx";
import { RoleTable } from "./RoleTable.tsx";
import { TeamNotes } from "./TeamNotes.tsx";
import { showsMembers } from "./TeamNotice.tsx";

const TABS = [
  { name: "members", label: "Active Members" },
  { name: "invitations", label: "Pending Invitations" },
  { name: "roles", label: "Roles" },
] as const;
type Tab = (typeof TABS)[number]["name"];
const FAILED = "Failed to load team data";

export function ManageMembersPage() {
  useFreshPermissions();
  const session = useSession();
  const people = usePeople(null);
  useLoadToast(people, FAILED);
  const [tab, setTab] = useState<Tab>("members");
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageTitle>Team Members</PageTitle>
      <TabStrip id="members" label="Team" tabs={TABS} selected={tab} onSelect={setTab} />
      <div className={styles.panel} {...panelProps("members", tab)}>
        {people.isPending && <Loading rows={4} label="Loading members" />}
        {people.isError && <LoadFailed query={causeOf(people)}>{FAILED}</LoadFailed>}
        {people.data && tab !== "roles" && <People people={people.data} tab={tab} />}
        {tab === "roles" && <RolesTab />}
      </div>
      {session?.permissions.invite_members && people.data && tab !== "roles" && (
        <FloatingAdd label="Invite Member" onClick={() => setInviting(true)} />
      )}
      {inviting && people.data && (
        <InviteDialog teamId={session?.teamId ?? null} roles={people.data.roles} onClose={() => setInviting(false)} />
      )}
    </>
  );
}

function People({ people, tab }: { people: TeamPeople; tab: "members" | "invitations" }) {
  const { members, invitations, roles, status } = people;
  const session = useSession();
  const { text } = usePageSearch();
  const wanted = text.trim().toLowerCase();
  const { manage_team: mayGiveRoles, remove_members: mayRemove, invite_members: mayInvite } = session?.permissions ?? {};
  if (tab === "invitations") {
    const found = invitations.filter(({ email }) => email.includes(wanted));
    return (
      <InvitationTable
        invitations={found}
        teamId={session?.teamId ?? null}
        mayRevoke={mayRemove === true}
        mayInvite={mayInvite === true}
        isSearched={wanted !== ""}
      />
    );
  }
  const found = members.filter(({ email, role_name }) => `${email}\n${role_name}`.toLowerCase().includes(wanted));
  const may = { confirm: true, invite: mayInvite === true, remove: mayRemove === true };
  const above = <TeamNotes people={people} team={{ id: session?.teamId ?? null, name: "your team" }} isIn asks may={may} />;
  if (members.length === 0 && !showsMembers(status)) return above;
  if (found.length === 0)
    return (
      <>
        {above}
        <EmptyState
          icon={<IconUsers />}
          title={members.length === 0 ? "No members yet" : "Nothing found"}
          text={session?.teamId ? "No members match your search." : "You are not in a team. Go to Teams to see every team and its members."}
        />
      </>
    );
  return (
    <>
      {above}
      <MemberTable
        members={found}
        teamId={null}
        roles={roles}
        mayGiveRoles={mayGiveRoles === true && status === "open"}
        mayRemove={mayRemove === true}
      />
    </>
  );
}

function RolesTab() {
  const session = useSession();
  const roles = useRoles();
  useLoadToast(roles, "Failed to load roles");
  const [adding, setAdding] = useState(false);
  return (
    <>
      {session?.permissions.manage_roles && (
        <div className={styles.actions}>
          <Button onClick={() => setAdding(true)}>Add Role</Button>
        </div>
      )}
      {roles.isPending && <Loading rows={4} label="Loading roles" />}
      {roles.isError && <LoadFailed query={causeOf(roles)}>Failed to load roles</LoadFailed>}
      {roles.data && <RoleTable roles={roles.data} />}
      {adding && <RoleDialog edited={null} onClose={() => setAdding(false)} />}
    </>
  );
}
