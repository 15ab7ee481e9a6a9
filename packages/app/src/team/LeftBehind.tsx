/** After somebody has left: which of one's own passwords they may have kept, until each was changed. */
import { plural, shortDate } from "@coffer/core/text";
import { Link } from "react-router";
import { Note } from "../ui/Note.tsx";
import styles from "./LeftBehind.module.css";
import { useLeftBehind } from "./queries.ts";

export function LeftBehind({ isReady }: { isReady: boolean }) {
  const { data = [] } = useLeftBehind(isReady);
  return data.map(({ email, leftAt, items }) => (
    <Note key={email} tone="warning" label={`Change what ${email} knew`}>
      <p>
        {`${email} left the team on ${shortDate(leftAt)}. Access ended at once, but ${plural(items.length, "password")} of yours ${items.length === 1 ? "was" : "were"} shared with the team before. Change these:`}
      </p>
      <ul className={styles.items}>
        {items.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/passwords?item=${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Note>
  ));
}
