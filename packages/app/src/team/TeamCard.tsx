/** A team as a card: who and how much is in it, and what can be done about it. */
import type { Team } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { ActionIcon } from "@mantine/core";
import { IconPencil, IconRefresh, IconTrash, IconUsersGroup } from "@tabler/icons-react";
import { Link } from "react-router";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import { StorageBar } from "./StorageBar.tsx";
import styles from "./TeamCard.module.css";

interface Props {
  readonly team: Team;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function TeamCard({ team, onEdit, onDelete }: Props) {
  const { id, name, description, member_count: members, storage_data: storage } = team;
  const refresh = useTeamChange((api, _: null) => api.refreshStorage({ id }));
  const count = () =>
    refresh.mutate(null, {
      onSuccess: () => toast.done("Storage usage updated"),
      onError: (error) => toast.failed(error, "Failed to refresh storage data"),
    });
  return (
    <li className={styles.card} data-testid="team-card">
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden>
          <IconUsersGroup size={20} stroke={1.7} />
        </span>
        <div className={styles.text}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.description}>{description || "No description"}</p>
        </div>
      </div>
      <p className={styles.count}>{plural(members, "member")}</p>
      <StorageBar storage={storage} />
      <div className={styles.foot}>
        <Link className={styles.link} to={`/team/${id}`} aria-label={`View details of ${name}`}>
          View details
        </Link>
        <div className={styles.actions}>
          <Action label={`Refresh storage of ${name}`} busy={refresh.isPending} onClick={count} icon={IconRefresh} />
          <Action label={`Edit team ${name}`} onClick={onEdit} icon={IconPencil} />
          <Action label={`Delete team ${name}`} onClick={onDelete} icon={IconTrash} />
        </div>
      </div>
    </li>
  );
}

interface ActionProps {
  readonly label: string;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly icon: typeof IconPencil;
}

const Action = ({ label, busy = false, onClick, icon: Icon }: ActionProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} disabled={busy} onClick={onClick}>
    <Icon size={19} aria-hidden />
  </ActionIcon>
);
