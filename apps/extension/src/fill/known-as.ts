/** What lists of a page may call the values of an item, in other languages and by codes: what the vault has is in one person's words. Pure but for the browser's own names. */
import type { Item } from "@coffer/client";
import { cardScheme } from "@coffer/core/items/card-number";
import type { Role } from "@coffer/fill/roles";
import type { Values } from "@coffer/fill/write/values";
import { countryNames, countryOf, dialNames, type Places, places, stateNames } from "./places.ts";
import { type OwnKind, ownValues } from "./values-of.ts";

type Known = Readonly<Partial<Record<Role, readonly string[]>>>;

/** In Croatian some months have the name of the next one in Polish and Czech. */
const LANGUAGES = "en de fr es it pt nl pl sv da nb fi cs sk hu ro bg el tr ru uk ar fa he ja ko zh vi id ca sl sr lt lv et".split(" ");

/** @param month - from 1 */
function monthNames(month: number): string[] {
  const day = new Date(Date.UTC(2024, month - 1, 15));
  return LANGUAGES.flatMap((language) =>
    // Next to a day a month has another form in some languages.
    [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" } as const].map((options) =>
      new Intl.DateTimeFormat(language, { ...(options as Intl.DateTimeFormatOptions), calendar: "gregory", timeZone: "UTC" })
        .formatToParts(day)
        .find(({ type }) => type === "month"),
    ),
  ).flatMap((part) => part?.value ?? []);
}

/** @param date - "2029-12" or longer; what is none has no names */
function ofDate(date = ""): { readonly month?: string[]; readonly year?: string[] } {
  const [, year, month] = /^\d\d(\d\d)-(\d\d)/.exec(date) ?? [];
  return year === undefined ? {} : { month: monthNames(Number(month)), year: [year] };
}

/** What is filled in of a card or a person. */
export async function valuesFor(kind: OwnKind, fields: Item["fields"]): Promise<Values> {
  const values = ownValues(kind, fields);
  const [tables, { known }] = [await places(), values];
  if (kind === "personal") return { ...values, known: { ...known, ...knownOfPerson(values, tables) } };
  const more = knownOfCard(values, tables);
  const [type] = more["cc-type"] ?? [];
  return { ...values, ...(type !== undefined && { "cc-type": type }), known: { ...known, ...more } };
}

export function knownOfCard(values: Values, { cards }: Places): Known {
  const { month = [], year = [] } = ofDate(values["cc-exp"]);
  const scheme = cardScheme(values["cc-number"] ?? "");
  return { "cc-exp-month": month, "cc-exp-year": year, "cc-type": (scheme && cards[scheme]?.split("|")) ?? [] };
}

export function knownOfPerson(values: Values, places: Places): Known {
  const { country = "", "address-level1": state = "" } = values;
  const code = countryOf(country, places);
  const countries = code === null ? [] : countryNames(code, places);
  const { month = [], year = [] } = ofDate(values.bday);
  // In a country that is not known a code says nothing.
  const states = country !== "" && code === null ? [] : stateNames(state, code, places);
  const dial = (values["tel-country-code"] ?? "").slice(1);
  const dials = dialNames(dial, code, places);
  return {
    ...{ country: countries, "country-name": countries, "address-level1": states, "tel-country-code": dials },
    ...{ "bday-month": month, "bday-year": year },
  };
}
