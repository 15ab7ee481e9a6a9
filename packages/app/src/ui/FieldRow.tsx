/** One line of an item as it is shown: label, value, and what can be done with it. */
import type { ReactNode } from "react";
import "./field-row.css";

export function FieldRow({
  label,
  value,
  children,
  actions,
}: {
  label: string;
  value?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="field-row">
      <div className="field-row-main">
        <div className="field-row-label">{label}</div>
        <div className="field-row-value">{children ?? value}</div>
      </div>
      {actions !== undefined && <div className="field-row-actions">{actions}</div>}
    </div>
  );
}

/** Field rows that belong together, in one frame. */
export function FieldGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="field-group">
      {title !== undefined && <h3 className="field-group-title">{title}</h3>}
      <div className="field-group-rows">{children}</div>
    </section>
  );
}
