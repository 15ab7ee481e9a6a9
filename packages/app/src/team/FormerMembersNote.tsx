/** After someone has left: which of the user's own passwords they may have kept, until each was changed. */
import { plural, shortDate } from "@coffer/core/text";
import { Link } from "react-router";
import { Note } from "../ui/Note.tsx";
import { PasswordLinks } from "../vault/people/PasswordLinks.tsx";
import styles from "./FormerMembersNote.module.css";
import { useFormerMembers } from "./queries.ts";

export function FormerMembersNote({ isReady }: { isReady: boolean }) {
  const { data = [] } = useFormerMembers(isReady);
  return data.map(({ email, leftAt, items, still }) => (
    <Note key={email} tone="warning" label={items.length > 0 ? `Change what ${email} knew` : `What ${email} still reads`}>
      {items.length > 0 && (
        <>
          <p>
            {`${email} left on ${shortDate(leftAt)}. Their access ended immediately, but ${plural(items.length, "password")} of yours could be read before. Change these:`}
          </p>
          <PasswordLinks passwords={items} />
        </>
      )}
      {still.length > 0 && (
        <p className={styles.more}>
          {`You still share ${still.map(({ title }) => `"${title}"`).join(", ")} with ${email} as a person.`}{" "}
          <Link to="/sharing-center">Open the Sharing Center to end that</Link>.
        </p>
      )}
    </Note>
  ));
}
