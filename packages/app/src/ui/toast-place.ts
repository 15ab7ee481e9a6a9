/** Where toasts fit without covering anything that can be pressed; pure. All numbers are CSS pixels from the top left of the window. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Something to press, and how bad it is to cover it: a line of a list less than a button. */
export interface Control extends Box {
  readonly weight: number;
}

const MARGIN = 16;
const STEP = 8;
const WIDTH = 440;
/** Fits into the sidebar. */
const NARROW_WIDTH = 248;

/**
 * @param height - of the toasts at their widest.
 * @param controls - what is on the screen and may be pressed.
 * @returns the lowest free place, in the middle before the left before the right; where there is none, the one that covers least.
 */
export function placeOfToasts(
  window: { readonly width: number; readonly height: number },
  height: number,
  controls: readonly Control[],
): Box {
  const wide = Math.min(WIDTH, window.width - 2 * MARGIN);
  const columns = [
    { width: wide, left: (window.width - wide) / 2, height },
    { width: wide, left: MARGIN, height },
    { width: wide, left: window.width - wide - MARGIN, height },
    // Words take more lines there.
    { width: Math.min(NARROW_WIDTH, wide), left: MARGIN, height: height * 2 },
  ];
  let best = { cost: Number.POSITIVE_INFINITY, box: { left: MARGIN, top: MARGIN, width: wide, height } as Box };
  for (const column of columns) {
    for (let top = window.height - column.height - MARGIN; top >= 0; top -= STEP) {
      const box = { ...column, top };
      const cost = costOf(box, controls);
      if (cost === 0) return box;
      if (cost < best.cost) best = { cost, box };
    }
  }
  return best.box;
}

/** What is covered by a box, weighed; 0 is nothing. */
export const costOf = (box: Box, controls: readonly Control[]): number =>
  controls.reduce((sum, control) => (overlap(box, control) ? sum + control.weight : sum), 0);

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
