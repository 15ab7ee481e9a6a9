/** Until when something that bears a month and a year is good. */
import type { FieldValues, Item } from "../items/item.ts";
import { kindOf } from "../items/kinds.ts";
import { EXPIRING_DAYS, type FindingName } from "./findings.ts";

const DAY_MS = 86_400_000;

/** By the field of the kind that is checked as a month and a year: it is good until the end of that month. @returns milliseconds since 1970; null for what does not expire. */
export function endOf(kind: Item["kind"], fields: FieldValues): number | null {
  const [name] = Object.entries(kindOf(kind).fields).find(([, { check }]) => check === "expiry") ?? [];
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec((name && fields[name]) || "") ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return new Date(2000 + Number(year), Number(month), 1).getTime();
}

/** @param now - milliseconds since 1970. */
export function expiryFinding(endsAt: number | null, now: number): Extract<FindingName, "expired" | "expiring"> | null {
  if (endsAt === null) return null;
  if (endsAt <= now) return "expired";
  return endsAt - now <= EXPIRING_DAYS * DAY_MS ? "expiring" : null;
}
