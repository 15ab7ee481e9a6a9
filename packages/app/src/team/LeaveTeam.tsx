/** Leaves the user's own team at once, or asks for who follows the one on whom it hangs. */
import type { TeamPeople } from "@coffer/client";
import { Button } from "@mantine/core";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Props {
  /** Its name. */
  readonly team: string;
  /** Undefined while they load: then the server says whether someone has to follow. */
  readonly people: TeamPeople | undefined;
  readonly onHandOver: () => void;
  readonly onLeft: () => void;
}

const LAST = "You are its only member: after you no one can open what was shared with it.";

export function LeaveTeam({ team, people, onHandOver, onLeft }: Props) {
  const { mutate: leave, isPending } = useTeamChange((verbs, _: null) => verbs.leaveTeam(), onLeft);
  const ask = async () => {
    if (people?.mustHandOver) return onHandOver();
    const message = `You lose access to what "${team}" shares, and keep your account and everything in it.`;
    const detail = people?.members.length === 1 && { detail: LAST };
    if (!(await confirm({ title: "Leave the team", message, confirmLabel: "Leave", danger: true, ...detail }))) return;
    leave(null, { onError: (error) => toast.failed(error, "Failed to leave the team") });
  };
  return (
    <Button variant="default" disabled={isPending} onClick={() => void ask()}>
      Leave Team
    </Button>
  );
}
