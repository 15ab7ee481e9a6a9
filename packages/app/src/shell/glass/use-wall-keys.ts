/** What leads back from the overlay besides Escape: the key that opened it, letting go of that key after it was held, and the browser's Back. */
import { useEffect } from "react";
import { SHORTCUTS } from "../../frame/keyboard/shortcuts.ts";

/** Let go later than this, the key was held to look. */
const HOLD_MS = 350;

const isItsKey = ({ key }: KeyboardEvent): boolean => SHORTCUTS.glass.keys.some((one) => one === key.toLowerCase());

export function useWallKeys(onClose: () => void): void {
  useEffect(() => {
    const begun = performance.now();
    const onKeyUp = (event: KeyboardEvent) => {
      if (isItsKey(event) && performance.now() - begun > HOLD_MS) onClose();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || !isItsKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    // Before anything behind the overlay hears it.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    window.addEventListener("keyup", onKeyUp);
    window.addEventListener("popstate", onClose);
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      window.removeEventListener("keyup", onKeyUp);
      window.removeEventListener("popstate", onClose);
    };
  }, [onClose]);
}
