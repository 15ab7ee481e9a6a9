/** The cookie of the chosen language, as the settings write it and the server writes it again. */
import type { Language } from "./languages.ts";

const YEAR_SECONDS = 31_536_000;

/** @param language - null takes it away. @param isSecure - for https alone */
export const languageCookie = (language: Language | null, isSecure: boolean): string =>
  `language=${language ?? ""}; Max-Age=${language === null ? 0 : YEAR_SECONDS}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
