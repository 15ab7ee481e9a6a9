/** Texts of the page that the server sends, which is no source of the app: between tags, and what is said of it. */
import { readFileSync } from "node:fs";

const TEXT = /(?<=>)[^<>]*[a-z][^<>]*(?=<)|(?<=description" content=")[^"]+/g;

/** Of `apps/web/index.html`. */
export const readPage = () => readFileSync(new URL("../../apps/web/index.html", import.meta.url), "utf8");

/** @returns those that are words, without what is around them */
export const textsOfPage = (html) => [...new Set((html.match(TEXT) ?? []).map((text) => text.trim()))].filter((text) => text !== "Coffer");

/** @param table - English → translation */
export const pageIn = (html, table) => html.replace(TEXT, (text) => text.replace(text.trim(), table[text.trim()] ?? text.trim()));
