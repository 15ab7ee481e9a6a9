/** When the recovery kit is to be tried: every three months, and a new kit after a week. Anyone who puts it off is left alone for a month. */
import { DAY_MS } from "../constants.ts";

const EVERY_MS = 91 * DAY_MS;
const FIRST_AFTER_MS = 7 * DAY_MS;
const LATER_MS = 30 * DAY_MS;

/** Of the recovery key that is in force; each in milliseconds since 1970. */
export interface KitHistory {
  /** When it was last tried and opened the vault; null for never. */
  readonly triedAt: number | null;
  /** Since when this device knows of it. */
  readonly knownSince: number;
  /** Nothing is said before; null where it was not put off. */
  readonly laterUntil: number | null;
}

export const nextRehearsal = ({ triedAt, knownSince }: Omit<KitHistory, "laterUntil">): number =>
  triedAt === null ? knownSince + FIRST_AFTER_MS : triedAt + EVERY_MS;

export const isRehearsalDue = (kit: KitHistory, now: number): boolean => now >= Math.max(nextRehearsal(kit), kit.laterUntil ?? 0);

export const putOffFrom = (now: number): number => now + LATER_MS;
