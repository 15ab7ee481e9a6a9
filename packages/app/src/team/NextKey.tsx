/** What is still missing after a person left, or where a team's key never came: its next key, whom that waits for, and the press of an administrator. */
import type { TeamPeople } from "@coffer/client";
import { Button } from "@mantine/core";
import { confirm } from "../ui/confirm.ts";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

interface Props {
  readonly people: Pick<TeamPeople, "status" | "keyKeptBy">;
  readonly teamId: string;
  /** Whether this person may take members out, and so make the next key. */
  readonly mayRemove: boolean;
}

const ASKED =
  "Every member gets a copy of the new key. What others share with the team can be opened once they have been online. Do this if no one who has the present key comes online, or if it does not open.";

export function NextKey({ people: { status, keyKeptBy }, teamId, mayRemove }: Props) {
  const { mutate, isPending } = useTeamChange((team, _: null) => team.drawKey({ teamId }));
  const isKept = status === "open" && keyKeptBy.length > 0;
  if (!isKept && !(status === "key-pending" && mayRemove)) return null;
  const ask = async () => {
    if (!(await confirm({ title: "Make a new key", message: ASKED, confirmLabel: "Make a new key" }))) return;
    mutate(null, {
      onSuccess: () => toast.done("The team has a new key"),
      onError: (error) => toast.failed(error, "Failed to make a new key"),
    });
  };
  const press = (
    <Button variant="default" disabled={isPending} onClick={() => void ask()}>
      Make a new key
    </Button>
  );
  return (
    <Note tone={isKept ? "warning" : "info"} label="The team's next key" {...(mayRemove && { actions: press })}>
      {isKept
        ? mayRemove
          ? `${keyKeptBy.join(", ")} left, and the team's next key is still missing. This app makes it by itself as soon as it can; you can also make it now. Until then nothing new can be shared with the team.`
          : `${keyKeptBy.join(", ")} left, and the team's next key is still missing. It is made as soon as an administrator's app is open. Until then nothing new can be shared with the team.`
        : "If no one who has the key comes online, you can make a new one."}
    </Note>
  );
}
