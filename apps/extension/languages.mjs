/** The languages that the extension is built in, that of the sources first: those that there is a table of words for. */
import { DEFAULT_LANGUAGE, LANGUAGES } from "@coffer/core/device/languages";
import { TRANSLATED } from "../../tools/words/files.mjs";

export const BUILT_LANGUAGES = LANGUAGES.filter(({ code }) => code === DEFAULT_LANGUAGE || TRANSLATED.includes(code));
