/** What a form is for, by the words around it. */
import type { Surroundings } from "../page/form-groups.ts";
import { PURPOSES, type Purpose } from "../words/form-purposes.ts";

const FIRST_BUTTON = 5;
const OTHER_BUTTON = 2;
const HEADING = 4;
const NAME = 3;
const PAGE = 1.5;

export type Purposes = (purpose: Purpose) => number;
/** Where a purpose is named, each as `button login`. */
export type Evidence = readonly string[];

/** @returns every purpose that is named around a form with the place where it is: without weights, which are fitted. */
export function evidenceOf({ buttons, headings, names, links, page }: Surroundings): Evidence {
  const named = (source: string, texts: readonly string[]): string[] =>
    texts.flatMap((text) => PURPOSES.find(text).map(({ name }) => `${source} ${name}`));
  return [
    ...new Set([
      ...named("button", buttons.slice(0, 1)),
      ...named("heading", headings),
      ...named("form", names),
      ...named("page", page),
      ...links.flatMap(linkEvidence),
    ]),
  ];
}

export function purposesOf({ buttons, headings, names, links, page }: Surroundings): Purposes {
  const scores = new Map<Purpose, number>();
  const add = (text: string, weight: number): void => {
    for (const name of new Set(PURPOSES.find(text).map((found) => found.name))) scores.set(name, (scores.get(name) ?? 0) + weight);
  };
  buttons.forEach((text, at) => {
    add(text, at === 0 ? FIRST_BUTTON : OTHER_BUTTON);
  });
  for (const text of new Set(headings)) add(text, HEADING);
  for (const text of names) add(text, NAME);
  for (const text of new Set(page)) add(text, PAGE);
  for (const [purpose, weight] of ofLinks(links)) scores.set(purpose, (scores.get(purpose) ?? 0) + weight);
  return (purpose) => scores.get(purpose) ?? 0;
}

const REMEMBER =
  /remember|angemeldet bleiben|merken|se souvenir|recordar|ricordami|lembrar|onthoud|zapamietaj|kom ihag|husk mig|husk meg|muista|beni hatirla|zapamatovat|запам|ログイン状態|记住|記住|keep me|stay|자동 로그인|ingelogd blijven/;
const CONSENT =
  /terms|privacy|agb|datenschutz|conditions|terminos|privacidad|termini|termos|voorwaarden|regulamin|villkor|vilkar|betingelser|kayttoehdot|kosullar|podminky|利用規約|条款|協議|协议|условия|соглас|умови|이용약관/;
/** "Enter the password to open this document": a password already exists. */
const OPENS = /\b(?:enter|type)\b.{0,30}\bpassword\b.{0,20}\b(?:open|view|access|see|unlock|download)\b|password (?:protected|required)/;

const linkEvidence = (text: string): string[] => [
  ...PURPOSES.find(text).map(({ name }) => `link ${name}`),
  ...(REMEMBER.test(text) ? ["link remember"] : []),
  ...(CONSENT.test(text) ? ["link consent"] : []),
  ...(OPENS.test(text) ? ["link opens"] : []),
];

/** A link leads to the opposite: a login page links to the sign-up, and the other way round. Sentences count little. */
function ofLinks(links: readonly string[]): [Purpose, number][] {
  return links.flatMap((text): [Purpose, number][] => {
    if (PURPOSES.has("reset", text)) return [["login", 3]];
    if (OPENS.test(text) || REMEMBER.test(text)) return [["login", 3]];
    if (CONSENT.test(text)) return [["signup", 1.5]];
    if (PURPOSES.has("code", text)) return [["code", 2.5]];
    if (PURPOSES.has("newsletter", text)) return [["newsletter", 1]];
    if (PURPOSES.has("signup", text)) return [["login", 1]];
    return PURPOSES.has("login", text) ? [["signup", 1]] : [];
  });
}
