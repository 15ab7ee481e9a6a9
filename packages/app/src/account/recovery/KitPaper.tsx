/** The recovery kit as the page that is printed: outside everything else on the page, visible to the printer alone, and gone with the dialog. */
import { createPortal } from "react-dom";
import { BrandMark } from "../../frame/Brand.tsx";
import styles from "./KitPaper.module.css";
import { qrPath } from "./qr-path.ts";
import { KIT_WORDS, type Kit, partsOf } from "./recovery-kit.ts";

export function KitPaper({ kit }: { kit: Kit }) {
  const words = KIT_WORDS;
  const { groups, check } = partsOf(kit.recoveryKey);
  const { size, path } = qrPath(kit.recoveryKey);
  const page = (
    <article className={styles.paper} data-testid="kit-paper">
      <header className={styles.head}>
        <BrandMark size={44} />
        <h1>{words.title}</h1>
      </header>
      <p>{words.intro}</p>
      <dl className={styles.facts}>
        {words.facts(kit).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{words.key}</h2>
      <div className={styles.key}>
        <ol className={styles.groups}>
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
            <li key={index}>{group}</li>
          ))}
          {check !== null && (
            <li className={styles.check}>
              <small>{words.check}</small> {check}
            </li>
          )}
        </ol>
        <figure className={styles.qr}>
          <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true" data-testid="kit-qr">
            <path d={path} />
          </svg>
          <figcaption>{words.qr}</figcaption>
        </figure>
      </div>
      <h2>{words.password}</h2>
      <div className={styles.line} />
      <p className={styles.small}>{words.byHand}</p>
      <h2>{words.whatToDo}</h2>
      <ul>
        {words.keeping.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h2>{words.whenNeeded}</h2>
      <ol>
        {words.steps(kit).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </article>
  );
  return createPortal(page, document.body);
}
