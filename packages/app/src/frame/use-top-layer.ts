/** A dialog in the browser's top layer, above any sheet and any question; it gives the focus back at the end. */
import { type RefObject, useLayoutEffect, useRef } from "react";

export function useTopLayer(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
