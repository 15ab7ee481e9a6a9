/** What is wrong with a team, or has yet to come, above its members: nothing of it is shown or received before. */
import type { TeamStanding } from "@coffer/client";
import { Button } from "@mantine/core";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";

const SAID: Readonly<Record<Exclude<TeamStanding, "none" | "open" | "unsolicited">, readonly ["warning" | "info", string]>> = {
  "without-log": ["warning", "Nobody has signed that this team was made, so nothing of it is believed. Its maker can create it anew."],
  "not-believed": [
    "warning",
    "The server shows another history of this team than the one you accepted. Nothing of it is shown or shared until that is settled; please tell whoever runs the server.",
  ],
  "key-pending": [
    "info",
    "The team's key is on its way: it comes as soon as a member who has it is online. Until then you cannot open what is shared with the team.",
  ],
};

/** @param name - of the team */
export function TeamNotice({ standing, name }: { standing: TeamStanding; name: string }) {
  if (standing === "unsolicited") return <Unsolicited name={name} />;
  if (standing === "none" || standing === "open") return null;
  const [tone, text] = SAID[standing];
  return (
    <Note tone={tone} role="status">
      {text}
    </Note>
  );
}

function Unsolicited({ name }: { name: string }) {
  const { mutate: join, isPending } = useTeamChange((room, _: null) => room.joinTeam());
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
      {`The server says that you are in the team "${name}". Join it only if you know who added you: until then nothing of it is shown, and it receives nothing from you.`}
    </Note>
  );
}
