/** The score, what it means in words, and how it is made. */
import { CODE_SITES_COUNT, CODE_SITES_DATE } from "@coffer/core/health/code-sites";
import { FINDING_NAMES, findingOf } from "@coffer/core/health/findings";
import { SCORE_FORMULA, scoreWord } from "@coffer/core/health/score";
import { plural } from "@coffer/core/text";
import styles from "./HealthScore.module.css";

interface Props {
  readonly score: number;
  readonly looked: number;
  readonly found: number;
  /** How many passwords are still being looked at closely; it is said in a line that is there anyway, so that nothing moves when it ends. */
  readonly pending: number;
}

export function HealthScore({ score, looked, found, pending }: Props) {
  return (
    <section className={styles.score} aria-label="Score">
      <p className={styles.number}>
        <strong>{score}</strong>
        <span>of 100</span>
      </p>
      <div className={styles.words}>
        <h2>{scoreWord(score)}</h2>
        {pending > 0 ? (
          <p role="status">{`Looking closely at ${plural(pending, "more password")}…`}</p>
        ) : (
          <p>{`${plural(looked, "item")} looked at, ${found === 0 ? "nothing found" : `${plural(found, "finding")}`}`}</p>
        )}
        <meter className={styles.meter} min={0} max={100} value={score} aria-label="Score" />
        <details className={styles.formula}>
          <summary>How the score is made</summary>
          <p>{SCORE_FORMULA}</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Finding</th>
                <th scope="col">When</th>
                <th scope="col">Leaves</th>
              </tr>
            </thead>
            <tbody>
              {FINDING_NAMES.map((name) => (
                <tr key={name}>
                  <th scope="row">{findingOf(name).label}</th>
                  <td>{findingOf(name).how}</td>
                  <td>{100 - findingOf(name).weight}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>{`The list of ${CODE_SITES_COUNT} sites that offer one-time codes came with this version, as of ${CODE_SITES_DATE}.`}</p>
        </details>
      </div>
    </section>
  );
}
