/** A telephone number in the parts that forms ask for, and a number from such parts. Pure. */
import type { Values } from "@coffer/fill/write/values";

/** By the plan of the ITU: one digit, two, or three. */
const DIAL_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;
/** Within these countries a 0 is dialled first, which goes where the code is before it. */
const WITH_ZERO =
  /^(?:20|27|3[123]|4[013469]|6[0-46]|8[1246]|9[0-58]|212|213|234|25[456]|353|35[89]|38[0125679]|421|880|886|96[1-46]|97[12])$/;

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
  const dial = DIAL_CODE.exec(abroad ?? "")?.[0];
  if (abroad === undefined || dial === undefined) return { dial: "", rest: text, national: text };
  const after = abroad.slice(dial.length).replace(/^[\s).\-/]+/, "");
  const hasZero = WITH_ZERO.test(dial);
  const rest = hasZero ? after.replace(/^0/, "") : after;
  return { dial, rest, national: hasZero ? `0${rest}` : rest };
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

/** One number of what was typed in one field, or in one and a list of codes: "Germany (+49)", a line, and the rest. */
export function typedNumber(typed: string): string {
  const lines = typed.split("\n");
  const [national = "", code = ""] = lines.reverse();
  const dial = /\+\s*(\d{1,4})/.exec(code)?.[1] ?? /(?<!\d)0{0,2}([1-9]\d{0,3})(?!\d)/.exec(code)?.[1];
  if (dial === undefined || national === "" || /^\s*(?:\+|00)/.test(national)) return national;
  return `+${dial} ${WITH_ZERO.test(dial) ? national.replace(/^0/, "") : national}`;
}
