/** Who has something, or shares it: a person, with what there is to know of their key, or a team, with who in it still waits. */
import { byCount } from "@coffer/core/text";
import { IconUsersGroup } from "@tabler/icons-react";
import { listed } from "../vault/item/share-name.ts";
import { CompareButton } from "../vault/people/CompareButton.tsx";
import type { PersonShares } from "./by-person.ts";
import styles from "./PersonHead.module.css";
import { useTeamWaits } from "./queries.ts";

type Side = "byMe" | "withMe";

interface Props {
  readonly shares: PersonShares;
  /** Who shares: the user, or this person. */
  readonly side: Side;
  readonly onCompare: (email: string) => void;
}

/** Why there is something to press. What is verified needs no sentence. */
const WHY: Readonly<Record<Side, Partial<Readonly<Record<NonNullable<PersonShares["known"]>, string>>>>> = {
  byMe: {
    new: "Once, by phone: then you know that only they can read it.",
    unverified: "Once, by phone: then you know that only they can read it.",
    changed: "Waits for you: they get nothing more until you have compared numbers.",
  },
  withMe: {
    new: "Once, by phone: then you know that it comes from them.",
    unverified: "Once, by phone: then you know that it comes from them.",
    changed: "Waits for you: what they share is not shown until you have compared numbers.",
  },
};

export function PersonHead({ shares: { person, isTeam, known }, side, onCompare }: Props) {
  return (
    <div className={styles.head}>
      <span className={styles.avatar} aria-hidden>
        {isTeam ? <IconUsersGroup size={18} stroke={1.7} /> : person.slice(0, 1).toUpperCase()}
      </span>
      <div className={styles.who}>
        <span className={styles.name}>{isTeam ? person : <Address>{person}</Address>}</span>
        {isTeam ? (
          <>
            <span className={styles.note}>Team</span>
            <TeamWaits />
          </>
        ) : (
          known !== null && (
            <>
              <CompareButton person={person} known={known} onCompare={onCompare} />
              {WHY[side][known] !== undefined && (
                <span className={styles.note} data-known={known}>
                  {WHY[side][known]}
                </span>
              )}
            </>
          )
        )}
      </div>
    </div>
  );
}

/** Parts before its "@" first, where there is little room. */
function Address({ children: address }: { children: string }) {
  const at = Math.max(0, address.lastIndexOf("@"));
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

const NAMED = 3;

function forKeyWords(emails: readonly string[]): string {
  const who = listed(emails, NAMED);
  return byCount(emails.length, `${who} waits for a member who has the team's key.`, `${who} wait for a member who has the team's key.`);
}

function forAnswerWords(emails: readonly string[]): string {
  const who = listed(emails, NAMED);
  return byCount(emails.length, `${who} waits for an administrator.`, `${who} wait for an administrator.`);
}

/** Of the user's own team: no one shares with another. */
function TeamWaits() {
  const { forKey, forAnswer } = useTeamWaits();
  return (
    <>
      {forKey.length > 0 && <span className={styles.note}>{forKeyWords(forKey)}</span>}
      {forAnswer.length > 0 && <span className={styles.note}>{forAnswerWords(forAnswer)}</span>}
    </>
  );
}
