/** The detail of what is chosen in a list, next to the list: a dialog that leaves the page usable. Escape closes it, unless something is above it. */
import { CloseButton } from "@mantine/core";
import { useEffect, useRef } from "react";
import styles from "./Pane.module.css";
import type { SheetContent } from "./SheetParts.tsx";

interface Props extends SheetContent {
  readonly onClose: () => unknown;
}

export function Pane({ onClose, title, titleInContent = false, actions, children, footer, isForm = false, notice }: Props) {
  // At the top to the eye: a foot may lie below the window while the page is at its top.
  const foot = footer !== undefined && <div className={styles.foot}>{footer}</div>;
  const pane = useRef<HTMLElement>(null);
  // Once: a user who walks on through the list keeps the focus there. A form begins in its first field.
  useEffect(() => {
    const first = pane.current?.querySelector<HTMLElement>("[data-autofocus]");
    (first ?? pane.current)?.focus({ preventScroll: true });
  }, []);
  useUntakenEscape(pane, onClose);
  return (
    <section ref={pane} role="dialog" aria-modal="false" aria-label={title} tabIndex={-1} className={styles.pane}>
      <div className={styles.title}>
        <h2 className={titleInContent ? "visually-hidden" : styles.words}>{title}</h2>
      </div>
      {!isForm && foot}
      <div className={styles.buttons}>{actions}</div>
      <div className={styles.close}>
        <CloseButton aria-label="Close" size="lg" onClick={() => void onClose()} />
      </div>
      <div className={styles.body}>{children}</div>
      {notice !== undefined && <div className={styles.notice}>{notice}</div>}
      {isForm && foot}
    </section>
  );
}

/** What takes Escape for itself: it is above, or is typed into. */
const ABOVE =
  '[role="dialog"], dialog[open], [role="alertdialog"], [role="menu"], [role="listbox"], [data-mantine-stop-propagation="true"]';
const TYPING = 'input:not([type="checkbox"]):not([type="radio"]), textarea, [contenteditable]';

/** Closes the pane by an Escape that nothing else takes: it is no layer above the page (frame/use-escape.ts), but a part of it. */
function useUntakenEscape(pane: { readonly current: HTMLElement | null }, onClose: () => unknown): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    let isOnTop = false;
    // Looked at before any other listener gets the key: what it closes is gone afterwards.
    const look = () => {
      // A list box that waits to be opened is there, too.
      isOnTop = ![...document.querySelectorAll(ABOVE)].some((element) => element !== pane.current && element.checkVisibility());
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      // The detail is there, but not shown, while a form has its place.
      if (event.key !== "Escape" || event.defaultPrevented || !isOnTop || !pane.current?.checkVisibility()) return;
      if (target?.closest(TYPING) && !pane.current.contains(target)) return;
      event.preventDefault();
      void latest.current();
    };
    window.addEventListener("keydown", look, { capture: true });
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", look, { capture: true });
      window.removeEventListener("keydown", onKeyDown);
    };
  }, [pane]);
}
