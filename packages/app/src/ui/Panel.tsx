/** One subject of a page in a frame: a heading, a sentence, and what can be done about it. */
import type { ReactNode } from "react";
import "./panel.css";

/** @param id - the address of the panel within its page. */
export function Panel({ id, title, hint, children }: { id: string; title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className="panel" aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className="panel-title">
          {title}
        </h2>
        {hint !== undefined && <p className="panel-hint">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
