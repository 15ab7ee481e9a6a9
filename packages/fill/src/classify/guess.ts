/** The most likely meaning of a single field, from all texts at it. */
import type { FieldFacts } from "../page/field-facts.ts";
import type { Texts } from "../page/field-texts.ts";
import type { Meaning } from "../roles.ts";
import { keep } from "../words/keep.ts";
import { MEANINGS } from "../words/lexicon.ts";
import type { Found } from "../words/match.ts";
import { namesTwoIdentifiers } from "../words/password-kinds.ts";
import { isQualified } from "../words/qualified-words.ts";

/** Visible texts count more than names in the markup, which count half if they say something else. */
const WEIGHTS: Readonly<Record<keyof Texts, number>> = {
  label: 10,
  aria: 9,
  placeholder: 7,
  near: 8,
  title: 4,
  described: 2,
  name: 8,
  id: 6,
  other: 4,
};
const SOURCES = Object.entries(WEIGHTS) as [keyof Texts, number][];
/** The page declares it with `autocomplete`. */
const TOKEN_WEIGHT = 40;
const NAMES: ReadonlySet<keyof Texts> = new Set(["name", "id", "other"]);
const LABELS: ReadonlySet<keyof Texts> = new Set(["label", "aria", "placeholder"]);
const LONG_LABEL = 60;
/** Of a text that a person reads at the field. */
const READ = 7;

export interface Guess {
  readonly meaning: Meaning | null;
  readonly score: number;
  readonly scores: ReadonlyMap<Meaning, number>;
  /** The meaning by the texts alone that a person reads at the field; null when they say nothing. */
  readonly read: Meaning | null;
}

/** Pages put tokens of secrets on other fields, to keep browsers from filling them: then the type of the field and its texts count. */
export function withoutMisleadingToken(facts: FieldFacts): FieldFacts {
  const { token, texts } = facts;
  // "Mobile number or email" takes both, though only one can be declared.
  if ((token === "tel" || token === "email") && takesEither(texts)) return { ...facts, token: null };
  if (token !== "one-time-code" && token !== "current-password" && token !== "new-password") return facts;
  const silent = { ...facts, token: null };
  const { meaning, score, scores } = guess(silent);
  if (token !== "one-time-code") return facts.hasMask || (scores.get("password") ?? 0) > 0 ? facts : silent;
  if (meaning === "password") return score >= READ ? silent : facts;
  return score >= READ && meaning !== "number" && meaning !== "other" && score > (scores.get(token) ?? 0) ? silent : facts;
}

const takesEither = ({ label, aria, placeholder, name }: Texts): boolean =>
  [label, aria, placeholder].some(namesTwoIdentifiers) || (EITHER.test(name) && namesTwoIdentifiers(name));

/** A page is read again and again, and few of its fields are others then. */
const MOST_KEPT = 1000;
const kept = new Map<string, Guess>();

export function guess(facts: FieldFacts): Guess {
  const { texts: t, sample, token, ofOptions, type, inputMode, hasMask, maxLength, pattern } = facts;
  const read = `${t.label}\n${t.aria}\n${t.placeholder}\n${t.near}\n${t.title}\n${t.described}\n${t.name}\n${t.id}\n${t.other}`;
  const key = `${read}\n${type}\n${token}\n${ofOptions}\n${inputMode}\n${hasMask}\n${maxLength}\n${pattern}\n${sample}`;
  const before = kept.get(key);
  if (before !== undefined) return before;
  const made = makeGuess(facts);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}

function makeGuess(facts: FieldFacts): Guess {
  const scores = new Map<Meaning, number>();
  const read = new Map<Meaning, number>();
  const add = (meaning: Meaning | null, score: number, to = scores): void => {
    if (meaning !== null) to.set(meaning, (to.get(meaning) ?? 0) + score);
  };
  const qualified = new Set<Meaning>();
  const named = new Set<Meaning>();
  for (const [source, weight] of SOURCES) {
    const text = facts.texts[source];
    if (text === "") continue;
    const isName = NAMES.has(source);
    const meaning = isName ? meaningOfName(text) : meaningOfRead(text);
    const othersMeaning = isName ? null : qualifiedMeaning(text);
    if (othersMeaning !== null) qualified.add(othersMeaning);
    // The visible text says that it belongs to something else, so the name in the markup does not count.
    if (isName && meaning !== null && qualified.has(meaning)) continue;
    const isContradicted = isName && named.size > 0 && meaning !== null && !named.has(meaning);
    // A word that no table knows makes it something else, which a name in the markup may know better.
    const isUnsure = othersMeaning !== null;
    const counting = text.length > LONG_LABEL || isContradicted || isUnsure ? weight / 2 : weight;
    add(meaning, counting);
    // A paragraph before a field is about more than the field.
    if (!isName && text.length <= LONG_LABEL) add(meaning, counting, read);
    if (LABELS.has(source) && meaning !== null && othersMeaning === null) named.add(meaning);
  }
  add(meaningOfSample(facts), 8);
  if (!isOtherCountry(facts)) add(facts.ofOptions, facts.ofOptions === "month" || facts.ofOptions === "day" ? 6 : 15);
  for (const [meaning, score] of ofType(facts)) add(meaning, score);
  if (facts.token !== null) add(facts.token, TOKEN_WEIGHT);
  const best = bestOf(scores);
  return { meaning: best?.[0] ?? null, score: best?.[1] ?? 0, scores, read: bestOf(read)?.[0] ?? null };
}

/** The first of equals. */
function bestOf(scores: ReadonlyMap<Meaning, number>): readonly [Meaning, number] | undefined {
  let best: readonly [Meaning, number] | undefined;
  for (const one of scores) if (best === undefined || one[1] > best[1]) best = one;
  return best;
}

const meaningOfRead = keep((text) => meaningOfText(text, false));
const meaningOfName = keep((text) => meaningOfText(text, true));

/** In a label the longest phrase counts, in a markup name the last one: `address_city` is a city. */
function meaningOfText(text: string, isName: boolean): Meaning | null {
  if (namesTwoIdentifiers(text) && (!isName || EITHER.test(text))) return "username";
  const found = MEANINGS.find(text);
  const better = (a: Found<Meaning>, b: Found<Meaning>): Found<Meaning> => {
    if (isName && a.end !== b.end) return b.end > a.end ? b : a;
    return b.length > a.length ? b : a;
  };
  const counting = found.filter(({ name, end, length }) =>
    isName ? name !== "username" || !isOwner(text, end) : length > 2 || text.length === length || text.slice(end - length, end) !== "by",
  );
  if (counting.length === 0) return null;
  const chosen = counting.reduce(better);
  if (!isName && isQualified(text, chosen)) return "other";
  if (!isName && TO_SEND.test(text) && counting.some(({ name }) => name === "one-time-code")) {
    const reached = counting.find(({ name }) => name === "tel" || name === "email");
    if (reached !== undefined) return reached.name;
  }
  if (!isName && SENT.test(text) && counting.some(({ name }) => name === "one-time-code") && REACHES.has(chosen.name))
    return "one-time-code";
  const best = halfOf(partOf(chosen, counting, text), counting);
  // A company's phone is a phone.
  return best === "organization" ? (counting.find(({ name }) => REACHES.has(name))?.name ?? best) : best;
}

/** `email-or-phone` names two things; `login_email` names one. */
const EITHER = /(?<!\p{L})or(?!\p{L})/u;

/** "Card owner's city" is a city, "Credit card CVC" a CVC: what follows the owner, and what is printed on a card apart from its number. */
function partOf(chosen: Found<Meaning>, counting: readonly Found<Meaning>[], text: string): Found<Meaning> {
  const begin = ({ end, length }: Found<Meaning>): number => end - length;
  if (chosen.name === "cc-name") return counting.find((found) => PLACES.has(found.name) && begin(found) >= chosen.end) ?? chosen;
  if (chosen.name !== "cc-number" || /num|no$|nr$/.test(text.slice(begin(chosen), chosen.end))) return chosen;
  return counting.find(({ name }) => /^cc-(?:csc|exp)/.test(name)) ?? chosen;
}

const PLACES: ReadonlySet<Meaning> = new Set([
  "street-address",
  "address-line1",
  "address-line2",
  "address-level1",
  "address-level2",
  "postal-code",
  "country",
  "tel",
  "email",
]);

/** "お名前(姓)": the part of the name follows in brackets. */
function halfOf(chosen: Found<Meaning>, counting: readonly Found<Meaning>[]): Meaning {
  if (chosen.name !== "name") return chosen.name;
  const after = counting.filter(({ name, length, end }) => /^(?:given|family)-name$/.test(name) && end - length >= chosen.end);
  return after.length === 1 && after[0] ? after[0].name : "name";
}

/** "The code that you received by email" does not ask for an email. */
const SENT =
  /(?<!\p{L})(?:sent|received|texted|emailed|recu|envoye|recibido|enviado|gesendet|erhalten|zugesandt|geschickt|ricevuto|inviato|recebido|ontvangen|verzonden|gestuurd|otrzyman\p{L}*|wyslan\p{L}*)(?!\p{L})/u;

/** "We will send a code to this number" asks for the number. */
const TO_SEND =
  /(?<!\p{L})(?:(?:will|ll|to) (?:be )?(?:send|sent|text|texted|receive)|wird|werden|senden wir|enverrons|enviaremos|invieremo)(?!\p{L})/u;

/** @returns the meaning of a text whose qualifier makes it someone else's ("Store phone"); null when it is the user's own. */
const qualifiedMeaning = keep((text): Meaning | null => {
  const [longest] = MEANINGS.find(text).toSorted((a, b) => b.length - a.length);
  return longest !== undefined && isQualified(text, longest) ? longest.name : null;
});

const REACHES: ReadonlySet<Meaning> = new Set(["tel", "email", "url", "postal-code", "street-address", "address-level2"]);

/** `user[pronouns]` is a property of a user: "user" only counts when nothing more specific follows. */
const isOwner = (text: string, end: number): boolean =>
  /^(?:.* )?(?:user|usr|account|login)$/.test(text.slice(0, end)) &&
  !/^(?: ?(?:field|input|inp|text|txt|box|value|name|id|no|nr|control|\d+))*$/.test(text.slice(end));

const SAMPLES: readonly (readonly [Meaning, RegExp])[] = [
  ["email", /^\s*(?:e\.?g\.?:?\s*|ex\.?:?\s*)?[\w.+-]+@[\w-]+\.[a-z.]{2,}\s*$/i],
  ["cc-number", /^[\s\d•*xX#_0-]*(?:[\dxX•*#_]{4}[\s-]){3}[\dxX•*#_]{4}\s*$/],
  ["cc-exp", /^\s*(?:mm|мм|月|0\d|1[0-2]|__|••)\s*[/\-|]\s*(?:年|yy|yyyy|jj|jjjj|aa|aaaa|rr|rrrr|åå|гг|\d\d|\d{4}|__|••)\s*$/i],
  ["tel", /^\s*\+?\d{0,3}[\s-]?\(?\d{2,4}\)?[\s.-]\d{3}[\s.-]\d{2,4}[\s\d-]*$/],
  ["tel", /^\s*\+\d{1,3}[\s(]*[_\d\s().-]{6,}$/],
  ["bday", /^\s*(?:dd|tt|jj|gg|mm)\s*[/.-]\s*(?:mm|dd)\s*[/.-]\s*(?:yyyy|jjjj|aaaa|rrrr|gggg)\s*$/i],
  ["other", /^[A-Z]{3,5}-[A-Z]{3,5}$/],
  ["url", /^\s*(?:https?:\/\/|www\.)\S*$/i],
];

/** A list of countries that is labelled as something else, such as citizenship. */
const isOtherCountry = ({ ofOptions, texts }: FieldFacts): boolean =>
  ofOptions === "country" && meaningOfRead(texts.label || texts.aria || texts.near) === "other";

/** A date is a birthday only if no visible text says otherwise. */
function meaningOfSample({ sample, texts }: FieldFacts): Meaning | null {
  const meaning = ofSample(sample);
  const read = texts.label || texts.aria || texts.near;
  return meaning === "bday" && read !== "" && !MEANINGS.find(read).some(({ name }) => name.startsWith("bday")) ? null : meaning;
}

export const ofSample = (sample: string): Meaning | null => (sample === "" ? null : shapeOf(sample));

const shapeOf = keep((sample): Meaning | null => SAMPLES.find(([, shape]) => shape.test(sample))?.[0] ?? null);

function ofType({ type, inputMode, hasMask, maxLength, pattern }: FieldFacts): [Meaning, number][] {
  if (hasMask) return [["password", 6.5]];
  if (type === "email" || inputMode === "email") return [["email", 14]];
  if (type === "tel") return [["tel", 3]];
  if (type === "url") return [["url", 8]];
  if (type === "month") return [["cc-exp", 5]];
  return /\\d\{6\}|\[0-9\]\{6\}/.test(pattern) && maxLength <= 6 ? [["one-time-code", 3]] : [];
}
