/** Until when an item with a month and year of expiry is valid. */
import type { FieldValues, Item } from "../items/item.ts";
import { kindOf } from "../items/kinds.ts";
import type { FindingName } from "./finding-names.ts";
import { EXPIRING_DAYS } from "./findings.ts";

const DAY_MS = 86_400_000;

/** Uses the kind's field that is checked as month and year: valid until the end of that month. @returns milliseconds since 1970; null for items that do not expire. */
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
