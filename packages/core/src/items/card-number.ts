/** The scheme of a payment card by its number, and the grouping of its digits. Only names, no logos: logos are trademarks. */

interface SchemeRow {
  readonly name: string;
  /** The prefixes of its numbers. */
  readonly begins: RegExp;
  /** Digits per group; further digits follow in groups of four. */
  readonly groups: readonly number[];
}

const FOURS = [4, 4, 4, 4] as const;

/** The first match counts: the last ones have broad prefixes. */
export const CARD_SCHEMES = {
  visa: { name: "Visa", begins: /^4/, groups: FOURS },
  mastercard: { name: "Mastercard", begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, groups: FOURS },
  amex: { name: "American Express", begins: /^3[47]/, groups: [4, 6, 5] },
  diners: { name: "Diners Club", begins: /^3(?:0[0-5]|095|6|[89])/, groups: [4, 6, 4] },
  discover: { name: "Discover", begins: /^6(?:011|4[4-9]|5)/, groups: FOURS },
  jcb: { name: "JCB", begins: /^35(?:2[89]|[3-8])/, groups: FOURS },
  unionpay: { name: "UnionPay", begins: /^62/, groups: FOURS },
  maestro: { name: "Maestro", begins: /^(?:50|5[6-9]|6[0137-9])/, groups: FOURS },
} as const satisfies Readonly<Record<string, SchemeRow>>;

export type CardScheme = keyof typeof CARD_SCHEMES;

const digitsOf = (number: string): string => number.replace(/\s/g, "");

/** @returns null while there are too few digits, and for unknown prefixes. */
export function cardScheme(number: string): CardScheme | null {
  const digits = digitsOf(number);
  const [found] = Object.entries<SchemeRow>(CARD_SCHEMES).find(([, { begins }]) => begins.test(digits)) ?? [];
  return (found as CardScheme | undefined) ?? null;
}

/** "4111 1111 1111 1111", "3782 822463 10005". */
export function groupedCardNumber(number: string): string {
  const scheme = cardScheme(number);
  const sizes = [...(scheme === null ? FOURS : CARD_SCHEMES[scheme].groups)];
  const groups: string[] = [];
  for (let rest = digitsOf(number); rest !== ""; ) {
    const size = sizes.shift() ?? 4;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return groups.join(" ");
}
