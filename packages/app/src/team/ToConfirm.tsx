/** What the server says of a team's people and no one has signed: it changes nothing until a person presses, one by one or all at once. */
import type { ToConfirm as Question, TeamPeople } from "@coffer/client";
import { SYSTEM_ROLE_NAMES } from "@coffer/core/team/roles";
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { confirm } from "../ui/confirm.ts";
import { DangerButton } from "../ui/DangerButton.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useTeamChange } from "./queries.ts";
import styles from "./ToConfirm.module.css";
import { useIncrementalRows } from "./use-incremental-rows.ts";

interface Props {
  readonly people: TeamPeople;
  readonly teamId: string;
  readonly mayInvite: boolean;
  readonly mayRemove: boolean;
}

interface Kind {
  /** What one press does; nothing for a person whose safety number has to be compared first. */
  readonly press: "in" | "out" | null;
  /** @param role - its name; empty when it is not known */
  readonly sentence: (question: Question, role: string) => string;
}

const KINDS: Readonly<Record<Question["kind"], Kind>> = {
  "let-in": {
    press: "in",
    sentence: ({ email, isCompared }, role) => {
      if (isCompared)
        return role
          ? `${email} came by a mailed invitation as ${role}: compared, the key is the one you know.`
          : `${email} came by a mailed invitation: compared, the key is the one you know.`;
      return role
        ? `${email} came by a mailed invitation as ${role}: not compared.`
        : `${email} came by a mailed invitation: not compared.`;
    },
  },
  gone: { press: "out", sentence: ({ email }) => `${email} is gone on the server, and has the team's key.` },
  "other-key": {
    press: "out",
    sentence: ({ email }) => `The server shows another security key for ${email}; nothing is given to it.`,
  },
  blocked: {
    press: null,
    sentence: ({ email }) => `The server shows another security key for ${email} than the one you know; they are not let in.`,
  },
};

export function ToConfirm({ people: { toConfirm, roles }, teamId, mayInvite, mayRemove }: Props) {
  const may = { in: mayInvite, out: mayRemove };
  const nameOf = (role: number): string => roles.find(({ id }) => id === role)?.name ?? SYSTEM_ROLE_NAMES[role] ?? "";
  const isMine = ({ kind }: Question): boolean => {
    const { press } = KINDS[kind];
    return press !== null && may[press];
  };
  const lines = toConfirm.filter((one) => KINDS[one.kind].press === null || isMine(one));
  const [shown, end] = useIncrementalRows(lines.length);
  if (lines.length === 0) return null;
  const pressed = lines.filter(isMine);
  return (
    <Note tone="warning" label="To confirm" {...(pressed.length > 1 && { actions: <All questions={pressed} teamId={teamId} /> })}>
      <ul className={styles.lines}>
        {lines.slice(0, shown).map((one) => (
          <li key={one.userId} className={styles.line}>
            <span>{KINDS[one.kind].sentence(one, nameOf(one.roleId))}</span>
            {KINDS[one.kind].press === "in" && <LetIn question={one} teamId={teamId} />}
            {KINDS[one.kind].press === "out" && <TakeOut question={one} teamId={teamId} />}
            {KINDS[one.kind].press === null && <Link to="/sharing-center">Compare numbers</Link>}
          </li>
        ))}
      </ul>
      <div ref={end} />
    </Note>
  );
}

interface LineProps {
  readonly question: Question;
  readonly teamId: string;
}

function LetIn({ question: { userId, email }, teamId }: LineProps) {
  const { mutate, isPending } = useTeamChange((team, _: null) => team.letIn({ teamId, userId, email }));
  const press = () =>
    mutate(null, {
      onSuccess: () => toast.done(`${email} is a member now`),
      onError: (error) => toast.failed(error, `Failed to let in ${email}`),
    });
  return (
    <Button variant="default" size="compact-md" disabled={isPending} aria-label={`Let in ${email}`} onClick={press}>
      Let in
    </Button>
  );
}

function TakeOut({ question: { userId, email }, teamId }: LineProps) {
  const { mutate, isPending } = useTeamChange((team, _: null) => team.takeOut({ teamId, userIds: [userId] }));
  const press = () =>
    mutate(null, {
      onSuccess: () => toast.done(`${email} is out of the team, which has another key`),
      onError: (error) => toast.failed(error, `Failed to take out ${email}`),
    });
  return (
    <DangerButton size="compact-md" disabled={isPending} aria-label={`Take out ${email}`} onClick={press}>
      Take out
    </DangerButton>
  );
}

/** All at once, after a question that names each of them. */
function All({ questions, teamId }: { questions: readonly Question[]; teamId: string }) {
  const [come, out] = (["in", "out"] as const).map((press) => questions.filter(({ kind }) => KINDS[kind].press === press));
  const { mutate, isPending } = useTeamChange(async (team, _: null) => {
    for (const { userId, email } of come ?? []) await team.letIn({ teamId, userId, email });
    if (out?.length) await team.takeOut({ teamId, userIds: out.map(({ userId }) => userId) });
  });
  const ask = async () => {
    const named = [
      ["Let in", come],
      ["Take out", out],
    ] as const;
    const message = named.flatMap(([word, some = []]) =>
      some.length > 0 ? [`${word}: ${some.map(({ email }) => email).join(", ")}.`] : [],
    );
    if (!(await confirm({ title: "Confirm all", message: message.join(" "), confirmLabel: "Confirm all", danger: Boolean(out?.length) })))
      return;
    mutate(null, {
      onSuccess: () => toast.done("All were confirmed"),
      onError: (error) => toast.failed(error, "Failed to confirm all"),
    });
  };
  return (
    <Button variant="default" disabled={isPending} onClick={() => void ask()}>
      Confirm all
    </Button>
  );
}
