/** What the palette offers in addition to items and vaults, and how typed words choose among it; pure. */
import { fold } from "@coffer/core/text";

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** What people may call it instead. */
  readonly otherWords?: string;
}

/** The entries that hold every word, those that begin with the text first; all of them for a blank text. */
export function matching<Entry extends PaletteEntry>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const begin = words.join(" ");
  const found = entries.filter(({ label, otherWords = "" }) => {
    const whole = fold(`${label} ${otherWords}`);
    return words.every((word) => whole.includes(word));
  });
  return found.toSorted((a, b) => Number(fold(b.label).startsWith(begin)) - Number(fold(a.label).startsWith(begin)));
}

/** The entries with exactly this name, or with this first word: a user who types "trash" wants the trash, and no item of that name. */
export function named<Entry extends PaletteEntry>(entries: readonly Entry[], text: string): readonly Entry[] {
  const typed = fold(text).trim();
  return typed === "" ? [] : entries.filter(({ label }) => `${fold(label)} `.startsWith(`${typed} `));
}

/** Where a key takes the choice among `count` results; it goes round at both ends. Null when the key means nothing here. */
export function chosenAfter(key: string, chosen: number, count: number): number | null {
  if (count === 0) return null;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const step = steps[key];
  if (step === undefined) return null;
  if (Math.abs(step) > 1) return Math.min(count - 1, Math.max(0, chosen + step));
  return (chosen + step + count) % count;
}
