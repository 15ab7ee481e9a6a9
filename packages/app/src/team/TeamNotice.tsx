/** What is wrong with a team, or has yet to come, above its members: nothing of it is shown or received before. */
import type { TeamStatus } from "@coffer/client";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { TEAM, useTeamChange } from "./queries.ts";

/** What is in doubt is said by TeamDoubt (account/TeamDoubt.tsx). */
const SAID: Partial<Readonly<Record<TeamStatus, readonly ["warning" | "info", string]>>> = {
  "not-believed": [
    "warning",
    "The server shows a different history of this team than the one you accepted, or an older state of it, as after a backup was restored. Until that is resolved, nothing of it is shown or shared; your own items are not concerned. Look again in a while. If it stays so, ask the person who runs the server or who invited you; you can also leave the team.",
  ],
  "key-pending": [
    "info",
    "The team's key is on its way. It arrives as soon as a member who has it is online. Until then you cannot open what is shared with the team.",
  ],
};

/** Members are not shown in these states: an empty list would be wrong. */
const UNSEEN: ReadonlySet<TeamStatus> = new Set(["unsolicited", "without-log", "not-believed"]);

export const showsMembers = (status: TeamStatus): boolean => !UNSEEN.has(status);

interface Props {
  readonly status: TeamStatus;
  readonly name: string;
  /** Null: of no team. */
  readonly teamId: string | null;
}

export function TeamNotice({ status, name, teamId }: Props) {
  if (status === "unsolicited") return <Unsolicited name={name} />;
  if (status === "without-log") return <WithoutLog teamId={teamId} />;
  const said = SAID[status];
  if (!said) return null;
  const [tone, text] = said;
  return (
    <Note tone={tone} role="status" {...(status === "not-believed" && { actions: <LookAgain /> })}>
      {text}
    </Note>
  );
}

function LookAgain() {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    await cache.invalidateQueries({ queryKey: TEAM });
    setBusy(false);
  };
  return (
    <Button variant="default" disabled={busy} onClick={() => void look()}>
      Look Again
    </Button>
  );
}

function Unsolicited({ name }: { name: string }) {
  const { mutate: join, isPending } = useTeamChange((team, _: null) => team.joinTeam());
  const say = () =>
    join(null, {
      onSuccess: () => toast.done(`You have joined ${name}`),
      onError: (error) => toast.failed(error, "Failed to join the team"),
    });
  return (
    <Note
      tone="warning"
      role="status"
      actions={
        <Button disabled={isPending} onClick={say}>
          Join Team
        </Button>
      }
    >
      {`The server says that you are in the team "${name}". Join it only if you know who added you. Until then you see nothing of it, and it receives nothing from you. If you do not want to be in it, leave it.`}
    </Note>
  );
}

/** A team from before there were logs: a user who manages teams starts one, and confirms its members. */
function WithoutLog({ teamId }: { teamId: string | null }) {
  const mayStart = useSession()?.permissions.manage_teams === true && teamId !== null;
  const { mutate: start, isPending } = useTeamChange((team, id: string) => team.startLog({ teamId: id }));
  const say = () =>
    start(teamId ?? "", {
      onSuccess: () => toast.done("The team's log was started"),
      onError: (error) => toast.failed(error, "Failed to start the team's log"),
    });
  const button = (
    <Button disabled={isPending} onClick={say}>
      Start the Log
    </Button>
  );
  return (
    <Note tone="warning" role="status" {...(mayStart && { actions: button })}>
      No one signed the creation of this team, so nothing in it can be trusted: its members are not shown, and nothing can be shared with
      it.{" "}
      {mayStart
        ? "Start its log if you know this team; then you confirm its members one by one, and each of them joins."
        : "A person who manages teams can start its log."}
    </Note>
  );
}
