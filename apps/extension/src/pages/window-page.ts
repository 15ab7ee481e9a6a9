/** What every window of the extension that the browser draws over a site has: never framed, in the person's theme, and deaf to a press that was meant for what was there before. */
import type { SyntheticEvent } from "react";
import { isDarkChosen } from "./chosen-theme.ts";

/** Under a pointer that was about to press something else. */
const TOO_SOON_MS = 600;
let shownAt = performance.now();

/** Call when something else can be pressed now. */
export function standsNow(): void {
  shownAt = performance.now();
}
// What lay over the window may go at the very moment of a press.
addEventListener("focus", standsNow);
document.addEventListener("visibilitychange", standsNow);

/** A press that a person meant. */
export const isMeant = ({ nativeEvent }: SyntheticEvent): boolean => nativeEvent.isTrusted && performance.now() - shownAt > TOO_SOON_MS;

/** @returns where it is drawn. @throws in a frame */
export function windowRoot(): HTMLElement {
  const element = document.getElementById("root");
  if (element === null || window !== top) throw new Error("This page may not be framed");
  document.documentElement.setAttribute("data-mantine-color-scheme", isDarkChosen() ? "dark" : "light");
  return element;
}
