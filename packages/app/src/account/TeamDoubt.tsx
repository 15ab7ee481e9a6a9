/**
 * Says why nothing is shared with the user's own team, and how it goes on: another member has signed another history of it than the server shows, or no other
 * member has confirmed it for a week.
 */
import type { Client, TeamDoubt as Doubt } from "@coffer/client";
import { PRODUCT_NAME } from "@coffer/core/constants";
import { plural, shortDate } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient, useSession } from "../frame/client-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { Note } from "../ui/Note.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.ts";

/** Asked for again with everything of the team. */
const TEAM = ["team"] as const;

/** @param teamId - of the page's team; nothing is said of others than the user's own */
export function TeamDoubt({ teamId }: { readonly teamId?: string | null }) {
  const client = useClient();
  const own = useSession()?.teamId ?? null;
  const { data } = useQuery({
    queryKey: [...TEAM, "doubt"],
    queryFn: () => client.team.ownTeamDoubt(),
    enabled: own !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (!data || (teamId !== undefined && teamId !== own)) return null;
  return data.alarm ? <Stopped teamId={data.teamId} alarm={data.alarm} /> : <Quiet teamId={data.teamId} waitsFor={data.waitsFor} />;
}

function useDecision<Output>(decide: (team: Client["team"]) => Promise<Output>, onDone: (output: Output) => void) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => decide(client.team),
    onSuccess: onDone,
    onError: (error) => toast.failed(error, "This could not be done"),
    onSettled: () => cache.invalidateQueries({ queryKey: TEAM }),
  });
}

interface StoppedProps {
  readonly teamId: string;
  readonly alarm: NonNullable<Doubt["alarm"]>;
}

function whatDiffers({ code, by, theirs, own }: StoppedProps["alarm"]): string {
  return code === "log_forked"
    ? `${by} has signed another history of this team than the one the server shows you: they differ at change ${theirs.size}.`
    : `${by} has signed that this team's history has ${plural(theirs.size, "change")}. The server shows you only ${own.size}, also when asked again.`;
}

function Stopped({ teamId, alarm }: StoppedProps) {
  const { by, at, evidence } = alarm;
  const ask = useDecision(
    (team) => team.askForLog({ teamId }),
    (isOver) => (isOver ? toast.done("The server shows the same history now") : toast.failed("The server still shows another history")),
  );
  const goOn = useDecision(
    (team) => team.goOnWithThisLog({ teamId }),
    () => toast.done("Sharing with the team goes on"),
  );
  const decide = async () => {
    const message = `Do this only after you have talked to ${by}. What the server shows you now counts, and what ${by} has signed stops the team no more.`;
    if (await confirm({ title: "Go on with this history", message, confirmLabel: "Go On", danger: true })) goOn.mutate();
  };
  const busy = ask.isPending || goOn.isPending;
  const name = `${PRODUCT_NAME.toLowerCase()}-team-evidence-${new Date(at).toISOString().slice(0, 10)}.json`;
  return (
    <Note
      tone="error"
      role="alert"
      label="Sharing with the team is stopped"
      actions={
        <>
          <Button variant="default" disabled={busy} onClick={() => ask.mutate()}>
            Ask Again
          </Button>
          <Button variant="default" onClick={() => saveFile(name, evidence, "application/json")}>
            Save Evidence
          </Button>
          <Button variant="subtle" disabled={busy} onClick={() => void decide()}>
            Go On
          </Button>
        </>
      }
    >
      <p>{`Sharing with your team is stopped since ${shortDate(at)}. ${whatDiffers(alarm)} Either the server shows its members different histories, or the device of ${by} is not honest.`}</p>
      <p>{`Save the evidence, and ask ${by} by telephone or in person who is in the team. If you see different members, tell the person who runs the server, and make a new team on a server you trust. What you have shared stays readable, and nothing new goes to the team.`}</p>
    </Note>
  );
}

interface QuietProps {
  readonly teamId: string;
  readonly waitsFor: Doubt["waitsFor"];
}

const NAMED = 3;

function namesOf(people: Doubt["waitsFor"]): string {
  const names = people.slice(0, NAMED).map(({ email, at }) => (at === 0 ? `${email} (not yet)` : `${email} (last on ${shortDate(at)})`));
  const more = people.length - NAMED;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function Quiet({ teamId, waitsFor }: QuietProps) {
  const goOn = useDecision(
    (team) => team.goOnAlone({ teamId }),
    () => toast.done("Sharing with the team goes on for 7 days"),
  );
  return (
    <Note
      tone="warning"
      role="status"
      label="Your team is waiting for another member"
      actions={
        <Button disabled={goOn.isPending} onClick={() => goOn.mutate()}>
          Go On for 7 Days
        </Button>
      }
    >
      {`For 7 days no other member has confirmed who is in your team, so a server could hide from you that someone has left. Nothing new is shared with the team, and no one is let in, until one of them opens ${PRODUCT_NAME}: ${namesOf(waitsFor)}. If you know that the team is as you see it, go on without them.`}
    </Note>
  );
}
