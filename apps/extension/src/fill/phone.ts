/** A telephone number in the parts that forms ask for, and a number from such parts. Pure. */
import { numbersIn } from "@coffer/fill/words/numbers-in";
import type { Values } from "@coffer/fill/write/values";
import { dialOf, type Places } from "./places.ts";

/** By the plan of the ITU: one digit, two, or three. */
const DIAL_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;
/** Within these countries a 0 is dialled first, which goes where the code is before it. */
const WITH_ZERO =
  /^(?:20|27|3[123]|4[013469]|5[38]|6[0-46]|8[1246]|9[0-58]|21[1238]|23[1-4]|243|249|25[014-6]|26[0-5]|291|35[3589]|37[0347]|38[0-35-79]|421|508|59[034568]|850|85[56]|880|886|96[1-467]|97[012]|99[46])$/;
/** Of them, numbers that are written without it: in India all, for forms ask for ten digits; elsewhere mobile ones, or all but those. */
const WITHOUT_ZERO = /^(?:91|861\d{10}$|961\d{8}$|598[24])/;
/** What people dial or write first elsewhere, by the code, before so many digits. */
const FIRST: Readonly<Record<string, readonly [string, string]>> = {
  "1": ["1", "10"],
  "7": ["8", "10"],
  "36": ["06", "8,9"],
  "91": ["0|91", "10"],
  "370": ["[08]", "8"],
  "375": ["8\\D*0", "9"],
};

const dialAt = (digits: string): string => DIAL_CODE.exec(digits)?.[0] ?? "";

/** As it follows the code. */
function afterCode(dial: string, number: string): string {
  const [first, digits] = FIRST[dial] ?? [WITH_ZERO.test(dial) ? "0" : "(?!)", "1,"];
  return number.replace(new RegExp(`^(?:${first})(?=(?:\\D*\\d){${digits}}\\D*$)`), "").replace(/^[\s).\-/]+/, "");
}

/** As it is dialled within the country. */
function within(dial: string, rest: string): string {
  if (dial === "36") return `06 ${rest}`;
  return WITH_ZERO.test(dial) && !WITHOUT_ZERO.test(dial + rest.replace(/\D/g, "")) ? `0${rest}` : rest;
}

interface Number {
  /** Empty where it is not said. */
  readonly dial: string;
  /** As it follows the code. */
  readonly rest: string;
  /** As it is dialled within the country. */
  readonly national: string;
}

function readNumber(phone: string): Number {
  const text = phone.trim();
  const [, abroad] = /^\(?(?:\+|00)\s*(.*)$/.exec(text.replace("(0)", "")) ?? [];
  const dial = dialAt(abroad ?? "");
  if (abroad === undefined || dial === "") return { dial: "", rest: text, national: text };
  const rest = afterCode(dial, abroad.slice(dial.length).replace(/^[\s).\-/]+/, ""));
  return { dial, rest, national: within(dial, rest) };
}

/** @returns what forms ask for in several fields; what is not certain is left out */
export function numberParts(phone: string): Values {
  const { dial, rest, national } = readNumber(phone);
  if (rest === "") return {};
  const [area = "", ...local] = groupsOf(dial, rest, national);
  const [prefix = "", suffix = ""] = local;
  return {
    ...(dial !== "" && { "tel-country-code": `+${dial}` }),
    "tel-national": national,
    ...(local.length > 0 && { "tel-area-code": area, "tel-local": local.join("") }),
    ...(local.length === 2 && { "tel-local-prefix": prefix, "tel-local-suffix": suffix }),
    known: { "tel-national": [rest] },
  };
}

/** In America three, three and four digits; elsewhere as its person writes it, in two or three groups. */
function groupsOf(dial: string, rest: string, national: string): string[] {
  const digits = rest.replace(/\D/g, "");
  const isAmerican = digits.length === 10 && (dial === "1" || (dial === "" && !digits.startsWith("0")));
  if (isAmerican) return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  const groups = national.split(/\D+/).filter((group) => group !== "");
  return groups.length === 2 || groups.length === 3 ? groups : [];
}

/** With so many digits a number needs no part of a code that lists have: "+1-441". */
const WHOLE = 8;

/** One number of what was typed in one field, or in one and a list of codes: "Germany (+49), DE", a line, and the rest. Where the code is not certain, it is without. */
export function typedNumber(typed: string, places: Places): string {
  const [national = "", list = ""] = typed.split("\n").reverse();
  const { dial, areas } = codeOf(list, places);
  if (dial === "" || national === "" || /^\s*(?:\+|00)/.test(national)) return national;
  const rest = afterCode(dial, national.replace("(0)", ""));
  if (areas.length === 0 || rest.replace(/\D/g, "").length >= WHOLE) return `+${dial} ${rest}`;
  return areas.length > 1 ? national : `+${dial} ${areas[0]} ${rest}`;
}

/** Without a "+" a number may be a site's own: then it is one where it is the named country's, or where none is named. */
function codeOf(list: string, places: Places) {
  const [, shown = list, value = ""] = /^(.*), (.*)$/.exec(list) ?? [];
  const hasPlus = list.includes("+");
  const named = hasPlus ? "" : dialOf(shown, value, places);
  const isOne = (digits: string): boolean => {
    const dial = dialAt(digits);
    return (named === "" || named === dial) && (digits === dial || digits.length - dial.length === 3);
  };
  const codes = numbersIn(list).filter(hasPlus ? (digits) => dialAt(digits) !== "" : isOne);
  const dial = dialAt(codes[0] ?? "") || named;
  // Another number than the code, and what follows it, is a site's own value.
  const areas = codes.flatMap((digits) => (digits.startsWith(dial) ? digits.slice(dial.length) : "") || []);
  return { dial, areas: [...new Set(areas)] };
}
