/** What a list says when it holds nothing: why, and what to do about it. */
import type { ReactNode } from "react";
import "./empty-state.css";

export function EmptyState({
  icon,
  title,
  text,
  action,
  secondary,
  level = 2,
}: {
  icon: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  secondary?: ReactNode;
  /** 1 where it is all the page says. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="empty-state">
      <div className="empty-state-icon" aria-hidden>
        {icon}
      </div>
      <Heading className="empty-state-title">{title}</Heading>
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
