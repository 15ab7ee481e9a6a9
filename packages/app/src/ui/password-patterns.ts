/** What passwords are measured by in the workers: the lists of words people build them of, and the estimate by patterns. Long lists: never imported by the page. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english, translations } from "@zxcvbn-ts/language-en";

/** In characters. The time grows faster than the length, and what comes after can only make it better. */
const LOOKED_AT_LENGTH = 64;

const dictionary = { ...common, ...english };
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, translations, maxLength: LOOKED_AT_LENGTH });

/** @param known - words an attacker would try first. */
export const checkPatterns = (password: string, known: readonly string[]) => estimator.check(password, [...known]);

/** Every word of every list, in lower case. */
export const patternWords = (): string[] => Object.values(dictionary).flatMap((list) => list.map(String));
