/** /teams: every team as a card, for users who manage teams. */
import type { Team } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { usePageSearch } from "../frame/search-context.tsx";
import { CofferPicture } from "../ui/CofferPicture.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { DeleteTeamDialog } from "./DeleteTeamDialog.tsx";
import { causeOf, useFreshPermissions, useLoadToast, useTeams } from "./queries.ts";
import { TeamCard } from "./TeamCard.tsx";
import { TeamDialog } from "./TeamDialog.tsx";
import styles from "./TeamsPage.module.css";

type Open = { readonly what: "edit"; readonly team: Team | null } | { readonly what: "delete"; readonly team: Team } | null;
const FAILED = "Failed to load teams";

export function TeamsPage() {
  useFreshPermissions();
  const teams = useTeams();
  useLoadToast(teams, FAILED);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const create = () => setOpen({ what: "edit", team: null });
  return (
    <>
      <PageTitle actions={<Button onClick={create}>Create Team</Button>}>Teams</PageTitle>
      {teams.isPending && <Loading rows={3} label="Loading teams" />}
      {teams.isError && <LoadFailed query={causeOf(teams)}>{FAILED}</LoadFailed>}
      {teams.data && (
        <Teams
          teams={teams.data}
          onCreate={create}
          onEdit={(team) => setOpen({ what: "edit", team })}
          onDelete={(team) => setOpen({ what: "delete", team })}
        />
      )}
      {open?.what === "edit" && <TeamDialog team={open.team} onClose={close} />}
      {open?.what === "delete" && <DeleteTeamDialog team={open.team} onClose={close} />}
    </>
  );
}

interface TeamsProps {
  readonly teams: readonly Team[];
  readonly onCreate: () => void;
  readonly onEdit: (team: Team) => void;
  readonly onDelete: (team: Team) => void;
}

function Teams({ teams, onCreate, onEdit, onDelete }: TeamsProps) {
  const { text } = usePageSearch();
  const wanted = text.trim().toLowerCase();
  const found = teams.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(wanted));
  if (teams.length === 0)
    return (
      <EmptyState
        picture={<CofferPicture state="open" />}
        title="No teams found"
        text="A team shares items and vaults, and has its own managers."
        action={<Button onClick={onCreate}>Create your first team</Button>}
      />
    );
  if (found.length === 0) return <EmptyState icon={<IconUsersGroup />} title="Nothing found" text="No teams match your search." />;
  return (
    <ul className={styles.grid}>
      {found.map((team) => (
        <TeamCard key={team.id} team={team} onEdit={() => onEdit(team)} onDelete={() => onDelete(team)} />
      ))}
    </ul>
  );
}
