/** Where a key takes the focus in a list or grid of items; pure, so that it is tested without a screen. */

/**
 * @param index - the position that has the focus now.
 * @param columns - positions per line; 1 in a plain list.
 * @returns the new position, or null when the key means nothing here or there is nowhere to go.
 */
export function moveBy(key: string, index: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined || step === 0) return null;
  const target = index + step;
  if (target >= 0 && target < count) return target;
  // The last line may be shorter than the others: going down still reaches the last item.
  const lastLine = Math.floor((count - 1) / columns);
  return key === "ArrowDown" && Math.floor(index / columns) < lastLine ? count - 1 : null;
}

/** How many tiles of at least `minWidth` fit in a row; never fewer than one. All in CSS pixels. */
export function columnsFor(width: number, minWidth: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
}
