/**
 * What would move the page waits until a press is over: a complaint that appears between pressing and letting go pushes the button away from under the finger, and
 * nothing is pressed at all.
 */
let isPressed = false;
let isListening = false;

/** To be called before there can be a press that matters; again does nothing. */
export function watchPresses(): void {
  if (isListening) return;
  isListening = true;
  const is = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  window.addEventListener("pointerdown", is(true), { capture: true });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, is(false), { capture: true });
}

/** Does it at once, or after the press that is under way. */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const later = () => {
    window.removeEventListener("pointerup", later);
    window.removeEventListener("pointercancel", later);
    // The click comes after it.
    setTimeout(act);
  };
  window.addEventListener("pointerup", later);
  window.addEventListener("pointercancel", later);
}
