/** One subject of a page in a frame: a heading, a sentence, and what can be done about it. */
import type { ReactNode } from "react";
import styles from "./Panel.module.css";

/** @param id - the address of the panel within its page. */
export function Panel({ id, title, hint, children }: { id: string; title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className={styles.panel} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** The frame alone, on a page whose title says what it is about. */
export const PlainPanel = ({ children }: { children: ReactNode }) => <section className={styles.panel}>{children}</section>;
