/** The languages that the extension is built in, that of the sources first: those that there is a table of words for. Arabic is there to see that everything turns round, and is not whole. */
import { existsSync } from "node:fs";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@coffer/core/device/languages";

export const tableAt = (code) => new URL(`../../packages/app/src/words/${code}.json`, import.meta.url);

export const BUILT_LANGUAGES = LANGUAGES.filter(({ code }) => code === DEFAULT_LANGUAGE || (code !== "ar" && existsSync(tableAt(code))));
