/** Which language a browser asks for: the one chosen in its settings (a cookie), else the first of its own that the product speaks. */
import type { IncomingHttpHeaders } from "node:http";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "@coffer/core/device/languages";

/** What the settings page writes. */
const COOKIE = /(?:^|;)\s*language=([a-z]+)\s*(?:;|$)/;
/** A tag such as `de-AT`, and how much it is wanted. What does not look like this is passed over. */
const WANTED = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;
/** More than browsers send; what follows is not read. */
const MOST_WANTED = 50;

const spoken = (code: string | undefined): Language | null => LANGUAGES.find((row) => row.code === code)?.code ?? null;

function firstWanted(header: string): Language | null {
  const wanted = header.split(",", MOST_WANTED).flatMap((part) => {
    const [, code, weight = "1"] = WANTED.exec(part.trim()) ?? [];
    const language = spoken(code?.toLowerCase());
    return language === null || Number(weight) === 0 ? [] : [{ language, weight: Number(weight) }];
  });
  // The order of the header decides between equals: sorting keeps it.
  return wanted.sort((one, other) => other.weight - one.weight)[0]?.language ?? null;
}

export const chosenLanguage = ({ cookie = "" }: Pick<IncomingHttpHeaders, "cookie">): Language | null => spoken(COOKIE.exec(cookie)?.[1]);

/** For documents and emails alike. */
export function languageOf(headers: Pick<IncomingHttpHeaders, "cookie" | "accept-language">): Language {
  return chosenLanguage(headers) ?? firstWanted(headers["accept-language"] ?? "") ?? DEFAULT_LANGUAGE;
}
