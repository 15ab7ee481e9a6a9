/** The meaning of a select by its options: months, years, days, countries, states. */
import type { Meaning } from "../roles.ts";
import { plain } from "../words/text.ts";

const MONTHS =
  /^(?:(?:0?[1-9]|1[0-2])(?!\d)|jan|feb|mar|mrz|maerz|apr|avr|abr|mai|may|maj|mag|jun|jui|jul|lug|aug|aout|ago|sep|set|oct|okt|ott|out|nov|dec|dez|dic|januar|fevr|янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек|\d{1,2}月)/;
const COUNTRIES =
  /^(?:germany|deutschland|allemagne|alemania|france|frankreich|francia|spain|spanien|espana|italy|italien|italia|united states|usa|us|gb|de|fr|es|it|united kingdom|japan|japon|日本|中国|россия|brazil|brasil|canada|australia|india|poland|polska|netherlands|nederland|sweden|sverige|china|russia|austria|osterreich|switzerland|schweiz)\b/;
const STATES =
  /^(?:alabama|alaska|arizona|california|texas|florida|new york|al|ak|az|ca|tx|fl|ny|ontario|quebec|alberta|on|qc|new south wales|nsw|victoria|vic|bayern|berlin|hessen|sao paulo|sp|rj|rio de janeiro|東京都|北海道|大阪府|北京|北京市|上海|广东|roma|milano|madrid|barcelona|jalisco|maharashtra)$/;
const DIAL_CODE = /\+\d{1,4}\b/;

interface Option {
  readonly text: string;
  readonly words: string;
  readonly value: string;
}

/** @returns the meaning if the options alone determine it, or null. */
export function meaningOfOptions(select: HTMLSelectElement, thisYear: number): Meaning | null {
  const options = Array.from(select.options, ({ text, value }) => ({ text, words: plain(text), value: plain(value) })).filter(
    ({ words, value }) =>
      words !== "" && !/^(select|choose|please|bitte|wahlen|choisir|seleccion|-)/.test(words) && !(value === "" && !/\d/.test(words)),
  );
  const language = select.closest("[lang]")?.getAttribute("lang") ?? "en";
  // The first one may be a prompt in words that we do not know.
  return meaningOf(options, thisYear, language) ?? (options.length > 5 ? meaningOf(options.slice(1), thisYear, language) : null);
}

const CARD_TYPE = /^(visa|mastercard|master card|amex|american express|discover|maestro|jcb|diners.*|cb|carte bleue)$/;
const PREFIX = /^(mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|sr|sra|srta|sig|signora|signor|dhr|mevr|pan|pani)$/;
const SEX =
  /^(male|female|man|woman|mannlich|weiblich|homme|femme|hombre|mujer|uomo|donna|男|女|男性|女性|мужской|женский|masculino|femenino|feminino|kvinna)$/;

function meaningOf(options: readonly Option[], thisYear: number, language: string): Meaning | null {
  const { length } = options;
  if (length < 2) return null;
  const share = (is: (option: Option) => boolean): number => options.filter(is).length / length;
  const numbers = options
    .map(({ words, value }) => Number(/^\d+$/.test(words) ? words : value))
    .filter((number) => Number.isFinite(number) && number > 0);
  if (share(({ text }) => DIAL_CODE.test(text)) > 0.6) return "tel-country-code";
  if (length >= 28 && length <= 31 && numbers.length === length && Math.max(...numbers) <= 31) return "day";
  if (length === 12 && isMonths(options, language)) return "month";
  if (numbers.length === length && (length >= 5 || numbers.every((number) => number >= thisYear - 1 && number <= thisYear + 25)))
    return meaningOfYears(numbers, thisYear);
  if (share(({ words }) => CARD_TYPE.test(words)) > 0.5) return "cc-type";
  if (length <= 12 && share(({ words }) => PREFIX.test(words)) > 0.5) return "honorific-prefix";
  if (share(({ words }) => SEX.test(words)) > 0.4) return "sex";
  const isState = ({ words, value }: Option): boolean => STATES.test(words) || (length > 9 && length < 80 && STATES.test(value));
  if (length > 80 && isCountries(options, language)) return "country";
  if (length >= 4 && options.filter(isState).length >= Math.min(3, length / 4)) return "address-level1";
  return isCountries(options, language) ? "country" : null;
}

function isMonths(options: readonly Option[], language: string): boolean {
  const names = monthNames(language);
  return options.filter(({ words }, at) => MONTHS.test(words) || words.includes(names[at] ?? " ")).length > 0.9 * options.length;
}

function isCountries(options: readonly Option[], language: string): boolean {
  const { length } = options;
  const most = Math.min(4, length / 2);
  const names = regionNames(language);
  return (
    length >= 3 &&
    (options.filter(({ words }) => COUNTRIES.test(words)).length >= most || options.filter(({ words }) => names.has(words)).length >= most)
  );
}

const FAMILIAR = "DE FR ES IT US GB JP CN RU BR CA AU IN PL NL SE AT CH".split(" ");

/** As the browser calls familiar countries in the language of the page. */
function regionNames(language: string): ReadonlySet<string> {
  try {
    const names = new Intl.DisplayNames([language], { type: "region" });
    return new Set(FAMILIAR.map((code) => plain(names.of(code) ?? "")));
  } catch {
    return new Set(); // not the name of a language
  }
}

function monthNames(language: string): readonly string[] {
  try {
    const { format } = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => plain(format(new Date(Date.UTC(2024, month, 15)))).slice(0, 3));
  } catch {
    return [];
  }
}

/** Future years are card expiries, past years are birthdays. */
function meaningOfYears(numbers: readonly number[], thisYear: number): Meaning | null {
  const whole = numbers.map((number) => (number < 100 ? 2000 + number : number));
  const [least, most] = [Math.min(...whole), Math.max(...whole)];
  if (least >= thisYear - 12 && most >= thisYear && most <= thisYear + 40 && whole.length <= 40) return "cc-exp-year";
  return least > 1850 && most <= thisYear + 1 && whole.length >= 20 ? "bday-year" : null;
}
