/** What a list says when it holds nothing: why, and what to do about it. */
import type { ReactNode } from "react";
import "./empty-state.css";

export function EmptyState({
  icon,
  title,
  text,
  action,
  secondary,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  secondary?: ReactNode;
}) {
  return (
    <section className="empty-state">
      <div className="empty-state-icon" aria-hidden>
        {icon}
      </div>
      <h2 className="empty-state-title">{title}</h2>
      {text !== undefined && <p className="empty-state-text">{text}</p>}
      {(action !== undefined || secondary !== undefined) && (
        <div className="empty-state-actions">
          {action}
          {secondary}
        </div>
      )}
    </section>
  );
}
