/**
 * One field of an item, in one shape for looking and for editing: label, value, what can be done with it, and below what is said of it. In a form the value is an
 * input at the same place (`IN_ROW`), so that turning to "edit" moves nothing.
 */
import type { DragEvent, ReactNode } from "react";
import styles from "./FieldRow.module.css";

interface Props {
  /** Absent where the heading above says it. */
  readonly label?: string;
  /** The id of the input, where the value is edited: the label names it, and the whole row leads to it. */
  readonly input?: string;
  readonly required?: boolean;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Said of the value, at full width: it moves neither the value nor the actions. */
  readonly below?: ReactNode;
  /** One of several that belong to the row above. */
  readonly nested?: boolean;
  /** Its value is a secret: larger, in the monospaced face. */
  readonly secret?: boolean;
  /** It can be dragged out, onto a field of a page next to a panel that stays open. */
  readonly drags?: { readonly text: string; readonly onDropped: () => void } | undefined;
}

export function FieldRow({ label, input, required = false, children, actions, below, nested = false, secret = false, drags }: Props) {
  return (
    <div
      className={styles.row}
      {...(drags && {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData("text/plain", drags.text),
        onDragEnd: ({ dataTransfer }: DragEvent) => dataTransfer.dropEffect !== "none" && drags.onDropped(),
      })}
      data-field-row={label}
      data-editing={input !== undefined || undefined}
      data-nested={nested || undefined}
      data-secret={secret || undefined}
    >
      <div className={styles.main}>
        {label !== undefined && <Label input={input} required={required} text={label} />}
        <div className={styles.value} dir="auto">
          {children}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {below && <div className={styles.below}>{below}</div>}
    </div>
  );
}

function Label({ input, required, text }: { input: string | undefined; required: boolean; text: string }) {
  if (input === undefined) return <div className={styles.label}>{text}</div>;
  return (
    <label className={styles.label} htmlFor={input}>
      {text}
      {required && (
        <span className={styles.asterisk} aria-hidden>
          {" *"}
        </span>
      )}
    </label>
  );
}

/** What an input of the UI library is given inside a row: no frame of its own, and the text where the value stood. */
export const IN_ROW = {
  variant: "unstyled",
  classNames: { input: styles.input ?? "", error: styles.error ?? "", section: styles.section ?? "" },
} as const;

/** Field rows that belong together, in one frame. */
export function FieldGroup({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <section className={styles.group}>
      {title !== undefined && <h3 className={styles.groupTitle}>{title}</h3>}
      <div className={styles.rows}>{children}</div>
    </section>
  );
}
