/** The language of a page of the extension: the one that is chosen in its settings, else the browser's. Each is built apart, and only its own files are loaded. */
import { BUILT } from "virtual:built-languages";
import { LANGUAGE } from "../storage-keys.ts";

type Built = (typeof BUILT)[number];

const builtAs = (tag: unknown): Built | undefined => BUILT.find(({ code }) => code === String(tag).split("-")[0]);

/** @returns null where none is chosen, or one that this version does not have */
export async function chosenLanguage(): Promise<Built["code"] | null> {
  const { [LANGUAGE]: chosen } = await chrome.storage.local.get(LANGUAGE);
  return builtAs(chosen)?.code ?? null;
}

/** @param code - null: as the browser */
export const chooseLanguage = (code: Built["code"] | null): Promise<void> =>
  code === null ? chrome.storage.local.remove(LANGUAGE) : chrome.storage.local.set({ [LANGUAGE]: code });

export async function ownLanguage(): Promise<Built | undefined> {
  return builtAs((await chosenLanguage().catch(() => null)) ?? chrome.i18n.getUILanguage()) ?? BUILT[0];
}

interface Started {
  /** What the other languages' files are called (pages.ts). */
  readonly name: string;
  readonly ofSources: () => Promise<unknown>;
}

/** @param load - of another file than ours, for tests */
export async function startIn(
  language: Built | undefined,
  { name, ofSources }: Started,
  load: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): Promise<void> {
  if (language === undefined || language === BUILT[0]) return void (await ofSources());
  Object.assign(document.documentElement, { lang: language.code, dir: language.direction });
  await load(`/${language.code}/${name}.js`);
}
