/** Before someone is removed: what they can open, what of it closes and gets new keys, and which passwords to change afterwards (security design §6). */
import type { MemberAccess, OfShare, ShareRow, TeamMember } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { Loading } from "../ui/Loading.tsx";
import { toast } from "../ui/toast.ts";
import { listed, nameOf } from "../vault/item/share-name.ts";
import { ThingChips, ThingName } from "../vault/item/ThingChips.tsx";
import { goingWithEnd, usePersonal, VersionsGo } from "../vault/item/VersionsGo.tsx";
import { PasswordLinks } from "../vault/people/PasswordLinks.tsx";
import { useMemberAccess, useTeamChange } from "./queries.ts";
import styles from "./RemoveMemberDialog.module.css";

interface Props {
  readonly member: TeamMember;
  /** Null: the user's own team. */
  readonly teamId: string | null;
  readonly onClose: () => void;
}

export function RemoveMemberDialog({ member, teamId, onClose }: Props) {
  const { id, user_id: userId, email } = member;
  const [known, show] = useState<MemberAccess["passwords"] | null>(null);
  const [alsoEnds, endAlso] = useState(true);
  const { data: access, isPending } = useMemberAccess({ email, teamId }, known === null);
  const removal = useTeamChange((team, ending: readonly OfShare[]) => team.removeMember({ id, userId, teamId, ending }));
  const remove = async () => {
    try {
      await removal.mutateAsync(alsoEnds && access ? access.inPerson.map(meant) : []);
      toast.done("Member removed from team successfully");
      if (access && access.passwords.length > 0) show(access.passwords);
      else onClose();
    } catch (error) {
      toast.failed(error, "Failed to remove member from team");
    }
  };
  if (known) return <Afterwards email={email} passwords={known} onClose={onClose} />;
  const buttons = (
    <>
      <Button variant="default" data-autofocus disabled={removal.isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button color="red" disabled={isPending || removal.isPending} onClick={() => void remove()}>
        {removal.isPending ? "Removing..." : "Remove"}
      </Button>
    </>
  );
  return (
    <Dialog title="Remove member" size={560} onClose={() => removal.isPending || onClose()} footer={buttons}>
      <p className={styles.question}>
        {`Are you sure you want to remove ${email} from the team? They will lose access to shared items in Team Vault.`}
      </p>
      {isPending && <Loading rows={2} label="Loading what they can open" />}
      <div className={styles.parts}>
        {!isPending && <ThroughTeam access={access} isKeyPending={member.isKeyPending} />}
        {access && access.inPerson.length > 0 && <InPerson access={access} isEnding={alsoEnds} onChange={endAlso} />}
        {access && access.passwords.length > 0 && <MayHaveKept passwords={access.passwords} />}
        <p className={styles.muted}>{whatStays(access)}</p>
      </div>
    </Dialog>
  );
}

const meant = ({ id, itemId, person, isTeam, permission }: ShareRow): OfShare => ({ id, shown: { itemId, person, isTeam, permission } });

/** What the words of the specification mean: the product has no vault of that name. */
const CLOSES = "Everything that is shared with the team closes to them immediately.";
const NEW_KEYS =
  "Everything that is shared with the team closes to them immediately and gets new keys: what is yours now, what is another member's as soon as their app is open.";

function whatIsShared(access: MemberAccess | undefined, isKeyPending: boolean): string {
  if (!access) return `${CLOSES} What that is could not be read just now.`;
  if (!access.isKnown) return `${CLOSES} You are not in this team, so only its members see what that is.`;
  if (isKeyPending) return "They are still waiting for the team's key, and could not open anything yet.";
  return access.throughTeam.length > 0 ? NEW_KEYS : "Nothing is shared with the team.";
}

function ThroughTeam({ access, isKeyPending }: { access: MemberAccess | undefined; isKeyPending: boolean }) {
  const rows = access?.throughTeam ?? [];
  return (
    <Part title="What they can open through the team">
      {rows.length > 0 && <ThingChips rows={rows} inside={(row) => <ThingName row={row} note={row.by && `by ${row.by}`} />} />}
      <p>{whatIsShared(access, isKeyPending)}</p>
    </Part>
  );
}

interface InPersonProps {
  readonly access: Pick<MemberAccess, "inPerson" | "othersHave">;
  readonly isEnding: boolean;
  readonly onChange: (isEnding: boolean) => void;
}

const InPerson = ({ access, isEnding, onChange }: InPersonProps) => (
  <Part title="What you share with them as a person">
    <ThingChips rows={access.inPerson} />
    <Checkbox
      label="End this as well"
      description={isEnding ? "It closes immediately and gets new keys." : "They can still open it when they are out of the team."}
      checked={isEnding}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {isEnding && <VersionsGoHome access={access} />}
  </Part>
);

function VersionsGoHome({ access: { inPerson, othersHave } }: Pick<InPersonProps, "access">) {
  const [client, personal] = [useClient(), usePersonal()];
  const ending = { ended: new Set(inPerson.map(({ itemId }) => itemId)), after: new Set(othersHave) };
  return <VersionsGo by="end" items={goingWithEnd(client.vault.contents()?.items ?? [], personal, ending)} />;
}

/** No links yet: a password that is changed before they are out would be open to them as well. */
const MayHaveKept = ({ passwords }: Pick<MemberAccess, "passwords">) => (
  <Part title={`${plural(passwords.length, "password")} of yours that they may have kept`}>
    <p className={styles.names}>
      {listed(
        passwords.map(({ title }) => title),
        8,
      )}
    </p>
    <p>New keys do not change a password. Change these once they are out: the list comes next.</p>
  </Part>
);

function whatStays(access: MemberAccess | undefined): string {
  const theirs = access?.theirs.map(nameOf) ?? [];
  const ends = theirs.length > 0 ? `What they shared with the team ends: ${listed(theirs, 8)}.` : "What they shared with the team ends.";
  return `They keep their account and what is theirs. ${ends} What they could read they may have kept: its owners are told what to change. What other members share with them as a person, only those can end.`;
}

interface AfterwardsProps extends Pick<MemberAccess, "passwords"> {
  readonly email: string;
  readonly onClose: () => void;
}

const Afterwards = ({ email, passwords, onClose }: AfterwardsProps) => (
  <Dialog title={`Change what ${email} knew`} size={560} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
    <p>{`${email} is out of the team. ${plural(passwords.length, "password")} of yours could be read before. Change these:`}</p>
    <PasswordLinks passwords={passwords} />
  </Dialog>
);

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}
