/** The meaning of a select by its options: months, years, days, countries, states. */
import type { Meaning } from "../roles.ts";
import { plain } from "../words/text.ts";

const MONTHS =
  /^(?:(?:0?[1-9]|1[0-2])(?!\d)|jan|feb|mar|mrz|maerz|apr|avr|abr|mai|may|maj|mag|jun|jui|jul|lug|aug|aout|ago|sep|set|oct|okt|ott|out|nov|dec|dez|dic|januar|fevr|янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек|\d{1,2}月)/;
const COUNTRIES =
  /^(?:germany|deutschland|allemagne|alemania|france|frankreich|francia|spain|spanien|espana|italy|italien|italia|united states|usa|us|gb|de|fr|es|it|united kingdom|japan|japon|日本|中国|россия|brazil|brasil|canada|australia|india|poland|polska|netherlands|nederland|sweden|sverige|china|russia|austria|osterreich|switzerland|schweiz)\b/;
const STATES =
  /^(?:alabama|alaska|arizona|california|texas|florida|new york|al|ak|az|ca|tx|fl|ny|ontario|quebec|alberta|on|qc|new south wales|nsw|victoria|vic|bayern|berlin|hessen|sao paulo|sp|rj|rio de janeiro|東京都|北海道|大阪府|北京|北京市|上海|广东|roma|milano|madrid|barcelona|jalisco|maharashtra)$/;
const DIAL_CODE = /^\+\d{1,4}$|\(\+\d{1,4}\)|\+\d{1,4}\b/;

/** @returns the meaning if the options alone determine it, or null. */
export function meaningOfOptions(select: HTMLSelectElement, thisYear: number): Meaning | null {
  const raw = Array.from(select.options, ({ text, value }) => ({ text, words: plain(text), value: plain(value) })).filter(
    ({ words, value }) =>
      words !== "" && !/^(select|choose|please|bitte|wahlen|choisir|seleccion|-)/.test(words) && !(value === "" && !/\d/.test(words)),
  );
  const { length } = raw;
  if (length < 2) return null;
  const share = (is: (option: (typeof raw)[number]) => boolean): number => raw.filter(is).length / length;
  const numbers = raw
    .map(({ words, value }) => Number(/^\d+$/.test(words) ? words : value))
    .filter((number) => Number.isFinite(number) && number > 0);
  if (share(({ text }) => DIAL_CODE.test(text)) > 0.6) return "tel-country-code";
  if (length >= 28 && length <= 31 && numbers.length === length && Math.max(...numbers) <= 31) return "day";
  if (length === 12 && share(({ words }) => MONTHS.test(words)) > 0.9) return "month";
  if (numbers.length === length && (length >= 5 || numbers.every((number) => number >= thisYear - 1 && number <= thisYear + 25)))
    return meaningOfYears(numbers, thisYear);
  if (
    share(({ words }) => /^(visa|mastercard|master card|amex|american express|discover|maestro|jcb|diners.*|cb|carte bleue)$/.test(words)) >
    0.5
  )
    return "cc-type";
  if (
    length <= 12 &&
    share(({ words }) =>
      /^(mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|sr|sra|srta|sig|signora|signor|dhr|mevr|pan|pani)$/.test(words),
    ) > 0.5
  )
    return "honorific-prefix";
  if (
    share(({ words }) =>
      /^(male|female|man|woman|mannlich|weiblich|homme|femme|hombre|mujer|uomo|donna|男|女|男性|女性|мужской|женский|masculino|femenino|feminino|kvinna)$/.test(
        words,
      ),
    ) > 0.4
  )
    return "sex";
  if (length >= 4 && raw.filter(({ words }) => STATES.test(words)).length >= Math.min(3, length / 4)) return "address-level1";
  if (length >= 3 && raw.filter(({ words }) => COUNTRIES.test(words)).length >= Math.min(4, length / 2)) return "country";
  return null;
}

/** Future years are card expiries, past years are birthdays. */
function meaningOfYears(numbers: readonly number[], thisYear: number): Meaning | null {
  const whole = numbers.map((number) => (number < 100 ? 2000 + number : number));
  const [least, most] = [Math.min(...whole), Math.max(...whole)];
  if (least >= thisYear - 12 && most >= thisYear && most <= thisYear + 40 && whole.length <= 40) return "cc-exp-year";
  return least > 1850 && most <= thisYear + 1 && whole.length >= 20 ? "bday-year" : null;
}
