/** When a share ends by itself: the choices, and how a date is spoken of (specification 3 §4, §9; decisions C-01, C-03). */
import { DAY_MS } from "../constants.ts";

export interface ExpiryChoice {
  /** Null: never. */
  readonly days: number | null;
  /** In the dialog that shares, and in the list of what is shared. */
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

/** Which choice a date is shown as: the first that is not shorter than what is left; "expired" when nothing is. */
export function expiryBucket(expiresAt: number | null, now: number): number | null | "expired" {
  if (expiresAt === null) return null;
  if (expiresAt <= now) return "expired";
  const left = (expiresAt - now) / DAY_MS;
  return [1, 7, 30].find((days) => left <= days) ?? 90;
}

const SOON_DAYS = 7;

/** What is said of a date beside it: null where it is far off, or never. */
export function expiryNote(expiresAt: number | null, now: number): { readonly text: string; readonly isOver: boolean } | null {
  if (expiresAt === null) return null;
  if (expiresAt <= now) return { text: "Expired", isOver: true };
  const days = Math.ceil((expiresAt - now) / DAY_MS);
  if (days > SOON_DAYS) return null;
  return { text: `Expires in ${days} ${days === 1 ? "day" : "days"}`, isOver: false };
}
