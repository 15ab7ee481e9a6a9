/** /team/:teamId: who is in a team and who is invited; for its members, and for users who manage teams. */
import type { Team, TeamPeople } from "@coffer/client";
import { isRefusal } from "@coffer/contract/errors";
import { SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { IconArrowLeft, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import { useSession } from "../frame/client-context.tsx";
import { usePageSearch } from "../frame/search-context.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { toast } from "../ui/toast.ts";
import { panelProps, TabStrip } from "../vault/list/TabStrip.tsx";
import { AddMemberDialog } from "./AddMemberDialog.tsx";
import { FormerMembersNote } from "./FormerMembersNote.tsx";
import { HandOverDialog } from "./HandOverDialog.tsx";
import { InvitationTable } from "./InvitationTable.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { LeaveTeam } from "./LeaveTeam.tsx";
import { MemberTable } from "./MemberTable.tsx";
import { causeOf, useFreshPermissions, useLoadToast, usePeople, useTeam } from "./queries.ts";
import { StorageBar } from "./StorageBar.tsx";
import { TeamNotes } from "./TeamNotes.tsx";
import { showsMembers } from "./TeamNotice.tsx";
import styles from "./TeamPage.module.css";

const FAILED = "Failed to load team data";

export function TeamPage() {
  useFreshPermissions();
  const { teamId = "" } = useParams();
  const team = useTeam(teamId);
  const [hasLeft, setHasLeft] = useState(false);
  // A user who left is refused from then on, and the next page may still have to load: it is requested before anything asks for the team again.
  if (hasLeft) return <Navigate to="/vaults" />;
  // A team that the user may not see looks like one that does not exist (decision C-18).
  const isRefused = isRefusal(team.error, "forbidden") || isRefusal(team.error, "not_found");
  if (isRefused) return <Navigate to="/not-authorized" replace />;
  return (
    <>
      {!team.data && <PageTitle>Team</PageTitle>}
      {team.isPending && <Loading rows={4} label="Loading the team" />}
      {team.isError && <LoadFailed query={causeOf(team)}>{FAILED}</LoadFailed>}
      {team.data && <TeamDetail team={team.data} onLeft={() => setHasLeft(true)} />}
    </>
  );
}

type Tab = "members" | "invitations";
type What = "add" | "invite" | "hand over";

function TeamDetail({ team, onLeft }: { team: Team; onLeft: () => void }) {
  const session = useSession();
  const wanted = usePageSearch().text.trim().toLowerCase();
  const people = usePeople(team.id);
  useLoadToast(people, FAILED);
  const [tab, setTab] = useState<Tab>("members");
  const [open, setOpen] = useState<What | null>(null);
  const [flags, isIn] = [session?.permissions, team.role_id !== null];
  const mayInvite = flags?.manage_teams === true || team.role_id === TEAM_ADMIN;
  const mayRemove = flags?.remove_members === true && (isIn || flags.manage_teams);
  const may = { confirm: mayInvite, invite: mayInvite, remove: mayRemove };
  const { members = [], invitations = [], roles = [] } = people.data ?? {};
  const found = members.filter(({ email }) => email.includes(wanted));
  const { isSeen, seesInvited } = shownOf(people.data);
  const left = () => {
    toast.done(`You have left ${team.name}`);
    onLeft();
  };
  return (
    <>
      <PageTitle
        above={<BackLink />}
        hint={team.description || "No description"}
        actions={<Actions team={team} people={people.data} mayInvite={mayInvite} onOpen={setOpen} onLeft={left} />}
      >
        {team.name}
      </PageTitle>
      <div className={styles.storage}>
        <StorageBar storage={team.storage_data} />
      </div>
      <TabStrip id="team" label="Team" tabs={tabsOf(people.data)} selected={tab} onSelect={setTab} />
      <div className={styles.panel} {...panelProps("team", tab)}>
        {people.isPending && <Loading rows={4} label="Loading members" />}
        {people.isError && <LoadFailed query={causeOf(people)}>{FAILED}</LoadFailed>}
        {people.data && <TeamNotes people={people.data} team={team} isIn={isIn} asks={tab === "members"} may={may} />}
        {people.data && tab === "members" && members.length === 0 && isSeen && <NoMembers />}
        {tab === "members" && members.length > 0 && found.length === 0 && <NoMatch />}
        {people.data && tab === "members" && found.length > 0 && (
          <MemberTable
            members={found}
            teamId={team.id}
            roles={roles}
            mayGiveRoles={people.data.status === "open" && flags?.manage_team === true && (isIn || session?.roleId === SUPER_ADMIN)}
            mayRemove={mayRemove}
          />
        )}
        {people.data && tab === "invitations" && (
          <InvitationTable
            invitations={invitations.filter(({ email }) => email.includes(wanted))}
            teamId={team.id}
            mayRevoke={mayRemove}
            {...{ mayInvite, isShown: seesInvited, isSearched: wanted !== "" }}
          />
        )}
      </div>
      <Opened what={open} team={team} people={people.data} onLeft={left} onClose={() => setOpen(null)} />
    </>
  );
}

function tabsOf(people: TeamPeople | undefined) {
  const { isSeen, seesInvited } = shownOf(people);
  return [
    { name: "members", label: "Active Members", ...(isSeen && { count: people?.members.length ?? 0 }) },
    { name: "invitations", label: "Pending Invitations", ...(seesInvited && { count: people?.invitations.length ?? 0 }) },
  ] as const;
}

interface OpenedProps {
  readonly what: What | null;
  readonly team: Team;
  readonly people: TeamPeople | undefined;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

function Opened({ what, team: { id, name }, people, onLeft, onClose }: OpenedProps) {
  if (what === "hand over") return people && <HandOverDialog team={name} people={people} onLeft={onLeft} onClose={onClose} />;
  const roles = people?.roles ?? [];
  if (what === "add") return <AddMemberDialog teamId={id} roles={roles} onClose={onClose} />;
  return what === "invite" && <InviteDialog teamId={id} roles={roles} onClose={onClose} />;
}

/** No number for what is not shown: plain members get neither roles nor invitations. */
function shownOf(people: TeamPeople | undefined) {
  const isSeen = people !== undefined && showsMembers(people.status);
  return { isSeen, seesInvited: isSeen && people.roles.length > 0 };
}

const NoMatch = () => <EmptyState icon={<IconUsers />} title="Nothing found" text="No members match your search." />;

const NoMembers = () => (
  <EmptyState icon={<IconUsers />} title="No members yet" text="Invite someone, or add a person who has an account." />
);

function BackLink() {
  const isManager = useSession()?.permissions.manage_teams === true;
  return (
    <Link className={styles.back} to={isManager ? "/teams" : "/vaults"}>
      <IconArrowLeft size={18} aria-hidden />
      {isManager ? "Back to Teams" : "Back"}
    </Link>
  );
}

interface ActionsProps {
  readonly team: Team;
  readonly people: TeamPeople | undefined;
  readonly mayInvite: boolean;
  readonly onOpen: (what: What) => void;
  readonly onLeft: () => void;
}

const Actions = ({ team, people, mayInvite, onOpen, onLeft }: ActionsProps) => (
  <>
    {team.role_id !== null && <LeaveTeam team={team.name} people={people} onHandOver={() => onOpen("hand over")} onLeft={onLeft} />}
    {mayInvite && (
      <>
        <Button variant="default" onClick={() => onOpen("add")}>
          Add Member
        </Button>
        <Button onClick={() => onOpen("invite")}>Invite Member</Button>
      </>
    )}
  </>
);

/** /team: the user's own team, wherever it is. */
export function OwnTeamPage() {
  const isAsked = useFreshPermissions();
  const teamId = useSession()?.teamId ?? null;
  // A user who joined or left a team since they signed in is led by what is true now.
  if (!isAsked)
    return (
      <>
        <PageTitle>Your team</PageTitle>
        <Loading rows={4} label="Loading the team" />
      </>
    );
  if (teamId !== null) return <Navigate to={`/team/${teamId}`} replace />;
  return (
    <>
      <PageTitle>Your team</PageTitle>
      <FormerMembersNote isReady />
      <EmptyState icon={<IconUsers />} title="You are not in a team" text="Anyone who manages a team can invite you." />
    </>
  );
}
