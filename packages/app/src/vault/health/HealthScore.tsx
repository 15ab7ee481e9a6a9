/** The score as the coffer's lock plate, what to do first, how much is urgent, and how the score is made. */
import { CODE_SITES_COUNT, CODE_SITES_DATE } from "@coffer/core/health/code-sites";
import { FINDING_NAMES } from "@coffer/core/health/finding-names";
import { findingOf, URGENCIES, type Urgency } from "@coffer/core/health/findings";
import type { Found } from "@coffer/core/health/health";
import { SCORE_FORMULA, scoreWord } from "@coffer/core/health/score";
import { countOf, firstOf } from "@coffer/core/health/urgency";
import { LOCALE, plural } from "@coffer/core/text";
import styles from "./HealthScore.module.css";

const URGENCY_NAMES = Object.keys(URGENCIES) as readonly Urgency[];

interface Props {
  readonly score: number;
  readonly looked: number;
  readonly found: readonly Found[];
  /** How many passwords are still being looked at closely; it is said in a line that is there anyway, so that nothing moves when it ends. */
  readonly pending: number;
}

export function HealthScore({ score, looked, found, pending }: Props) {
  return (
    <section className={styles.score} aria-label="Score">
      <LockPlate score={score} />
      <div className={styles.words}>
        <h2>{scoreWord(score)}</h2>
        {pending > 0 ? (
          <p role="status">{`Looking closely at ${plural(pending, "more password")}…`}</p>
        ) : (
          <p className={styles.first}>{firstOf(found) ?? `${plural(looked, "item")} looked at, nothing found`}</p>
        )}
        {found.length > 0 && (
          <dl className={styles.counts}>
            {URGENCY_NAMES.map((urgency) => (
              <div key={urgency} data-urgency={urgency}>
                <dt>{URGENCIES[urgency]}</dt>
                <dd>{countOf(found, urgency).toLocaleString(LOCALE)}</dd>
              </div>
            ))}
            <div>
              <dt>Looked at</dt>
              <dd>{looked.toLocaleString(LOCALE)}</dd>
            </div>
          </dl>
        )}
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

/** A round plate of brass with four rivets; its rim is as full as the score. */
const LockPlate = ({ score }: { score: number }) => (
  <div className={styles.plate}>
    <svg viewBox="0 0 128 128" aria-hidden="true">
      <circle className={styles.rim} cx="64" cy="64" r="58" />
      <circle
        className={styles.filled}
        cx="64"
        cy="64"
        r="58"
        pathLength="100"
        strokeDasharray={`${score} 100`}
        transform="rotate(-90 64 64)"
      />
      <circle className={styles.face} cx="64" cy="64" r="48" />
      {RIVETS.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.rivet} cx={x} cy={y} r="2.5" />
      ))}
    </svg>
    <p className={styles.number}>
      <strong>{score}</strong>
      <span>of 100</span>
    </p>
  </div>
);

const RIVETS = [
  [35, 35],
  [93, 35],
  [35, 93],
  [93, 93],
] as const;
