/**
 * What an invitation into a team asks for: shown where a person agrees to it, by joining with their account or by opening one with it. What is listed here is what the
 * server lets a team do (decision 10).
 */
import type { Invitation } from "@coffer/client";
import { inWordsOfTheApp } from "@coffer/core/team/roles";
import { Note } from "../ui/Note.tsx";
import { Lead } from "./AccountCard.tsx";
import styles from "./TeamTerms.module.css";

/** Nothing for an invitation that is into no team. @param isNew - whether the account is opened by the invitation */
export function TeamTerms({ invitation, isNew = false }: { invitation: Invitation; isNew?: boolean }) {
  const { team_name: team, invited_by_email: by } = invitation;
  if (team === null) return null;
  const role = inWordsOfTheApp(invitation.role_name);
  return (
    <>
      <Lead>
        {by === null ? (
          <>
            You are invited to the team <strong>{team}</strong>, with the role <strong>{role}</strong>.
          </>
        ) : (
          <>
            <strong>{by}</strong> invites you to the team <strong>{team}</strong>, with the role <strong>{role}</strong>.
          </>
        )}
      </Lead>
      <Note tone="info" label="What a team may do">
        <p>No one in the team can open what you keep to yourself.</p>
        <ul className={styles.terms}>
          <li>
            Its members see your email and your role. Its administrators also see when you were active and whether two-factor authentication
            is on.
          </li>
          <li>What you keep counts towards the storage that the team sees as one sum.</li>
          <li>Its administrators can turn off your two-factor authentication and remove you from the team.</li>
          {isNew ? (
            <li>The team manages this account: while you are in the team, its administrators can delete it with everything in it.</li>
          ) : (
            <li>They cannot delete your account. You can leave the team whenever you like and keep it.</li>
          )}
        </ul>
      </Note>
    </>
  );
}
