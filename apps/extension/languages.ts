/** The languages that the extension is built in, that of the sources first: those that there is a table of words for. From the source: tests read this before anything is built. */
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../packages/core/src/device/languages.ts";
import { TRANSLATED } from "../../tools/words/files.mjs";

export const BUILT_LANGUAGES = LANGUAGES.filter(({ code }) => code === DEFAULT_LANGUAGE || TRANSLATED.includes(code));
