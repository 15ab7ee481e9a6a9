/** One row a person, with a line for each level and end: a table, or cards where a table does not fit. The tab says what is in its cells. */
import type { ReactNode } from "react";
import { useWideWindow } from "../ui/use-narrow.ts";
import type { PersonShares, ShareLine } from "./by-person.ts";
import line from "./ShareLine.module.css";
import styles from "./SharingCenter.module.css";

interface Props {
  readonly people: readonly PersonShares[];
  /** Headings of the table. */
  readonly columns: readonly [string, string, string, string, string];
  /** The column of the person is the second one. */
  readonly isThingsFirst?: boolean;
  readonly head: (shares: PersonShares) => ReactNode;
  readonly things: (line: ShareLine) => ReactNode;
  readonly level: (line: ShareLine) => ReactNode;
  /** @param isCard - no heading says what it is about */
  readonly end: (line: ShareLine, isCard: boolean) => ReactNode;
  /** What can be done about all that is a person's, or about each line. */
  readonly actions: { readonly ofPerson: (shares: PersonShares) => ReactNode } | { readonly ofLine: (line: ShareLine) => ReactNode };
}

/** With the sidebar next to it, a table has room for all its columns only on a wide page. */
export const PeopleList = (props: Props) => (useWideWindow() ? <PeopleTable {...props} /> : <PeopleCards {...props} />);

function PeopleTable({ people, columns, ...cells }: Props) {
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {people.map((shares) => (
          <tbody key={shares.key} data-person>
            {shares.lines.map((one) => (
              <LineOfTable key={one.key} line={one} shares={shares} {...cells} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface LineProps extends Omit<Props, "people" | "columns"> {
  readonly line: ShareLine;
  readonly shares: PersonShares;
}

function LineOfTable({ line: one, shares, isThingsFirst = false, head, things, level, end, actions }: LineProps) {
  const [isFirst, rowSpan] = [shares.lines[0] === one, shares.lines.length];
  const person = isFirst && (
    <th scope="row" rowSpan={rowSpan} className={styles.personCell}>
      {head(shares)}
    </th>
  );
  return (
    <tr data-expired={one.isExpired || undefined}>
      {!isThingsFirst && person}
      <td className={styles.things}>{things(one)}</td>
      {isThingsFirst && person}
      <td>{level(one)}</td>
      <td>{end(one, false)}</td>
      {"ofLine" in actions && <td>{actions.ofLine(one)}</td>}
      {"ofPerson" in actions && isFirst && <td rowSpan={rowSpan}>{actions.ofPerson(shares)}</td>}
    </tr>
  );
}

const PeopleCards = ({ people, head, things, level, end, actions }: Props) => (
  <ul className={styles.cards} data-people>
    {people.map((shares) => (
      <li key={shares.key} className={styles.card}>
        {head(shares)}
        {shares.lines.map((one) => (
          <div key={one.key} className={line.line} data-expired={one.isExpired || undefined}>
            {things(one)}
            <div className={line.words}>
              {level(one)}
              {end(one, true)}
              {"ofLine" in actions && actions.ofLine(one)}
            </div>
          </div>
        ))}
        {"ofPerson" in actions && actions.ofPerson(shares)}
      </li>
    ))}
  </ul>
);
