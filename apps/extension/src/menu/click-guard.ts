/**
 * Whether a click in the menu is deliberate: by a person, on a line that has been in sight for half a second with nothing over it, under a pointer that was moved there.
 * When a frame appears under a pointer, or a page covers it, people press it without knowing.
 */
import { type Visibility, watchVisibility } from "../save/visibility.ts";

interface ClickGuard {
  /** Starts watching a line. */
  watch(row: HTMLElement): void;
  /** The user came into the menu with the keyboard. */
  byKeys(): void;
  isDeliberate(row: HTMLElement, event: MouseEvent): boolean;
}

/** Where the pointer is on the screen, and not in the frame: a frame that moves below it moves no pointer. */
interface Place {
  readonly x: number;
  readonly y: number;
}

export function guardClicks(inside: HTMLElement): ClickGuard {
  const lines = new Map<HTMLElement, Visibility>();
  let last: Place | null = null;
  let isMoved = false;
  let isByKeys = false;
  /** The line on which the pointer went down, in sight already. */
  let pressed: HTMLElement | null = null;
  const isHeld = (row: HTMLElement): boolean => lines.get(row)?.isHeld(performance.now()) === true;

  inside.addEventListener("pointermove", (event) => {
    if (!event.isTrusted) return;
    if (last !== null && (event.screenX !== last.x || event.screenY !== last.y)) isMoved = true;
    last = { x: event.screenX, y: event.screenY };
  });
  inside.addEventListener("pointerdown", (event) => {
    const row = [...lines.keys()].find((one) => event.composedPath().includes(one));
    // A finger does not move to its target: only the time in sight counts.
    const isDeliberate = event.isTrusted && (isMoved || event.pointerType === "touch");
    pressed = row !== undefined && isDeliberate && isHeld(row) ? row : null;
  });
  inside.addEventListener("keydown", (event) => {
    if (event.isTrusted && !event.repeat && /^Arrow(?:Up|Down)$/.test(event.key)) isByKeys = true;
  });
  return {
    watch: (row) => void lines.set(row, watchVisibility(row)),
    byKeys: () => {
      isByKeys = true;
    },
    isDeliberate: (row, { isTrusted, detail }) => isTrusted && isHeld(row) && (detail === 0 ? isByKeys : pressed === row),
  };
}
