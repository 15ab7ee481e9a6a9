/** Where the menu is placed: at its field, all of it in sight. Pure. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 4;
const WIDTHS = { min: 280, max: 380 } as const;

export const cssPosition = ({ left, top, width, height }: Box): string =>
  `inset: ${top}px auto auto ${left}px; width: ${width}px; height: ${height}px`;

/** Below the field, above it where there is more room, and always all of it in sight. In CSS pixels. */
export function boxAt(field: Box, height: number, view: { readonly width: number; readonly height: number }): Box {
  const width = Math.min(Math.max(field.width, WIDTHS.min), WIDTHS.max, view.width - 2 * GAP);
  const left = Math.max(GAP, Math.min(field.left, view.width - width - GAP));
  const below = field.top + field.height + GAP;
  const isBelow = below + height <= view.height || field.top < view.height - below;
  const top = isBelow ? Math.min(below, view.height - height) : Math.max(0, field.top - GAP - height);
  // Whole pixels: a line that ends within one is never all in sight.
  return { left: Math.round(left), top: Math.round(top), width: Math.floor(width), height };
}
