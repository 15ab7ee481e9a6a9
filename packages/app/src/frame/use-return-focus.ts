/** Gives the focus back to what had it before a dialog opened. Dialogs here are mounted when they open, so the UI library's own way never runs. */
import { useEffect, useState } from "react";

export function useReturnFocus(): void {
  // Read while drawing for the first time: a moment later the dialog has the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      // The list may be redrawn in the same moment; what is gone then cannot have the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [before]);
}
