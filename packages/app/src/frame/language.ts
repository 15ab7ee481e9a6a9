/** The language that is chosen in this browser. A cookie, because the server chooses the page by it before there is any app (apps/server/src/http/language.ts). */
import { languageCookie } from "@coffer/core/device/language-cookie";
import { LANGUAGES, type Language } from "@coffer/core/device/languages";
import { findServed } from "./missing-part.ts";

/** The service worker of the app waits as long for a page: then it starts with the one that it has, in the language before. */
const PATIENCE_MS = 4_000;

/** Pages of the extension come from no server. */
export const isChosenByServer = (): boolean => location.protocol.startsWith("http");

/** @returns null where the browser's own languages decide. */
export function chosenLanguage(): Language | null {
  const [, code] = /(?:^|; )language=(\w+)/.exec(document.cookie) ?? [];
  return LANGUAGES.find((language) => language.code === code)?.code ?? null;
}

const late = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));

/** @param language - null for that of the browser. @returns whether it is chosen now; only a server has the page in another language. */
export async function chooseLanguage(language: Language | null): Promise<boolean> {
  if ((await Promise.race([findServed(), late()])) === null) return false;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = languageCookie(language, location.protocol === "https:");
  return true;
}
