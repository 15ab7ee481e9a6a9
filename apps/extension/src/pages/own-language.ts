/** The language of a page of the extension: the one that is chosen in its settings, else the browser's. Each is built apart, and only its own files are loaded. */
import { BUILT } from "virtual:built-languages";
import { LANGUAGE } from "../storage-keys.ts";

export type Built = (typeof BUILT)[number];

const builtAs = (tag: string): Built | undefined => BUILT.find(({ code }) => code === tag.split("-")[0]);

/** @returns undefined where none is chosen, or one that this version does not have */
export async function chosenLanguage(): Promise<Built | undefined> {
  const { [LANGUAGE]: chosen } = await chrome.storage.local.get(LANGUAGE);
  return builtAs(String(chosen));
}

/** For all pages, from their next start on. @param code - none: as the browser */
export const chooseLanguage = (code: Built["code"] | undefined): Promise<void> =>
  code === undefined ? chrome.storage.local.remove(LANGUAGE) : chrome.storage.local.set({ [LANGUAGE]: code });

export const ownLanguage = async (): Promise<Built> =>
  (await chosenLanguage().catch(() => undefined)) ?? builtAs(chrome.i18n.getUILanguage()) ?? BUILT[0];

export const isOfSources = (language: Built): boolean => language === BUILT[0];

/** @param name - of what is started (pages.ts) */
export async function startIn({ code, direction }: Built, name: string): Promise<void> {
  Object.assign(document.documentElement, { lang: code, dir: direction });
  await import(/* @vite-ignore */ `/${code}/${name}.js`);
}
