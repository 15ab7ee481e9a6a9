/** The only administrator names who follows them, and leaves, in one step (security design §6, rule 3). */

import type { TeamMember, TeamPeople } from "@coffer/client";
import { LOCALE } from "@coffer/core/text";
import { Button, Radio } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { CompareButton } from "../vault/people/CompareButton.tsx";
import { SafetyNumberDialog } from "../vault/people/SafetyNumberDialog.tsx";
import styles from "./HandOverDialog.module.css";
import { useTeamChange } from "./queries.ts";
import { Email } from "./Table.tsx";

interface Props {
  /** Its name. */
  readonly team: string;
  readonly people: TeamPeople;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

export function HandOverDialog({ team, people, onLeft, onClose }: Props) {
  const ownId = useSession()?.user.id;
  const candidates = candidatesOf(people, ownId);
  const [comparing, compare] = useState<string | null>(null);
  const { mutateAsync: leave } = useTeamChange((verbs, to: TeamMember) =>
    verbs.leaveTeamTo({ userId: to.user_id, email: to.email, serverRoleId: to.serverRoleId }),
  );
  const form = useForm({
    start: { userId: "" },
    check: ({ userId }) => (candidates.some((one) => one.user_id === userId) ? {} : { whole: "Choose who follows you." }),
    async send({ userId }) {
      const chosen = candidates.find((one) => one.user_id === userId);
      if (chosen) await leave(chosen);
    },
    failed: "Failed to leave the team",
    onSent: onLeft,
    guard: { onLeave: onClose },
  });
  const chosen = candidates.find((one) => one.user_id === form.values.userId);
  return (
    <Dialog onClose={onClose} title="Leave the team" size={520}>
      <Form form={form}>
        <p>
          {`You are the only administrator of "${team}". Choose who follows you: they become its administrator and you leave, in one step. You lose access to what "${team}" shares, and keep your account and everything in it.`}
        </p>
        {candidates.length === 0 ? (
          <p className={styles.none}>No other member can follow you yet. Let in, or invite, someone first.</p>
        ) : (
          <Radio.Group label="Who follows you" value={form.values.userId} onChange={(userId) => form.change({ userId })}>
            <ul className={styles.people}>
              {candidates.map((one) => (
                <Candidate key={one.user_id} member={one} known={knownOf(one, people)} onCompare={compare} />
              ))}
            </ul>
          </Radio.Group>
        )}
        {chosen && (
          <p role="status" className={styles.outcome}>
            {outcome(chosen)}
          </p>
        )}
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} color="red" busyLabel="Leaving...">
            Hand Over and Leave
          </SubmitButton>
        </FormButtons>
      </Form>
      {comparing !== null && <SafetyNumberDialog email={comparing} onClose={() => compare(null)} />}
    </Dialog>
  );
}

type Known = "verified" | "unverified" | "changed";

/** Members whose key is verified come first; then those who have the team's key. */
function candidatesOf({ members }: TeamPeople, ownId: string | undefined): readonly TeamMember[] {
  const rank = ({ isVerified, isKeyPending }: TeamMember): number => (isVerified ? 0 : 2) + (isKeyPending ? 1 : 0);
  return members
    .filter(({ user_id }) => user_id !== ownId)
    .toSorted((one, other) => rank(one) - rank(other) || one.email.localeCompare(other.email, LOCALE));
}

/** A key that the log does not name makes no one an administrator before numbers were compared. */
const knownOf = ({ user_id: userId, isVerified }: TeamMember, { toConfirm }: TeamPeople): Known => {
  const isOther = toConfirm.some((one) => one.userId === userId && one.kind === "other-key");
  return isOther ? "changed" : isVerified ? "verified" : "unverified";
};

const outcome = ({ email, isVerified }: TeamMember): string =>
  isVerified
    ? `${email} becomes the administrator.`
    : `${email} becomes the administrator. You have not compared numbers: be sure that it is them.`;

interface CandidateProps {
  readonly member: TeamMember;
  readonly known: Known;
  readonly onCompare: (email: string) => void;
}

function Candidate({ member: { user_id: userId, email, isKeyPending }, known, onCompare }: CandidateProps) {
  return (
    <li className={styles.person}>
      <Radio
        value={userId}
        disabled={known === "changed"}
        label={<Email>{email}</Email>}
        {...(isKeyPending && { description: "Waits for the team's key" })}
      />
      <CompareButton person={email} known={known} onCompare={onCompare} />
    </li>
  );
}
