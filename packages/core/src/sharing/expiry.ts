/** Expiry of shares: the choices, and how a date is shown (specification 3 §4, §9; decisions C-01, C-03). */
import { DAY_MS } from "../constants.ts";
import { plural } from "../text.ts";

export interface ExpiryChoice {
  /** Null: never. */
  readonly days: number | null;
  /** Labels in the share dialog, and in the list of shares. */
  readonly asked: string;
  readonly listed: string;
}

export const EXPIRY_CHOICES: readonly ExpiryChoice[] = [
  { days: null, asked: "Never", listed: "Never expires" },
  { days: 1, asked: "24 hours", listed: "1 day" },
  { days: 7, asked: "7 days", listed: "7 days" },
  { days: 30, asked: "30 days", listed: "30 days" },
  { days: 90, asked: "90 days", listed: "90 days" },
];

export const expiryIn = (days: number | null, now: number): number | null => (days === null ? null : now + days * DAY_MS);

/** The choice that a date is shown as: the shortest one that covers the remaining time; "expired" when none is left. */
export function expiryBucket(expiresAt: number | null, now: number): number | null | "expired" {
  if (expiresAt === null) return null;
  if (expiresAt <= now) return "expired";
  const left = (expiresAt - now) / DAY_MS;
  return [1, 7, 30].find((days) => left <= days) ?? 90;
}

const SOON_DAYS = 7;

/** The note next to a date: null when it is far away, or never. */
export function expiryNote(expiresAt: number | null, now: number): { readonly text: string; readonly isOver: boolean } | null {
  if (expiresAt === null) return null;
  if (expiresAt <= now) return { text: "Expired", isOver: true };
  const days = Math.ceil((expiresAt - now) / DAY_MS);
  if (days > SOON_DAYS) return null;
  return { text: `Expires in ${plural(days, "day")}`, isOver: false };
}
