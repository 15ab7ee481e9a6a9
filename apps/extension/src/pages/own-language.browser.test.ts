/// <reference types="chrome" />
/** In which language a page of the extension starts, and which file it loads for it. */
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { LANGUAGE } from "../storage-keys.ts";
import { anArea } from "../testing/area.ts";
import { chooseLanguage, chosenLanguage, isOfSources, ownLanguage, startIn } from "./own-language.ts";

let kept: Map<string, unknown>;
let ofBrowser: string;

beforeEach(() => {
  kept = new Map();
  ofBrowser = "en-US";
  Object.assign(globalThis, { chrome: { storage: { local: anArea(kept) }, i18n: { getUILanguage: () => ofBrowser } } });
});

const own = async (): Promise<string> => (await ownLanguage()).code;

it.each([
  ["en-US", "en"],
  ["de", "de"],
  ["de-AT", "de"],
  ["es-419", "es"],
  // No language of the extension.
  ["tlh", "en"],
  ["", "en"],
])("without a choice it is the browser's: %s", async (browser, code) => {
  ofBrowser = browser;
  expect(await own()).toBe(code);
});

it("what is chosen holds, whatever the browser speaks, until the browser's is chosen again", async () => {
  ofBrowser = "de";
  await chooseLanguage("es");
  expect([await own(), (await chosenLanguage())?.code]).toEqual(["es", "es"]);
  await chooseLanguage("en");
  expect([await own(), isOfSources(await ownLanguage())]).toEqual(["en", true]);
  await chooseLanguage(undefined);
  expect([await own(), await chosenLanguage(), [...kept]]).toEqual(["de", undefined, []]);
});

it("what another version has kept, or a storage that cannot be read, is as if none were chosen", async () => {
  ofBrowser = "de";
  for (const odd of ["tlh", "../menu", "", 7, null, {}]) {
    kept.set(LANGUAGE, odd);
    expect(await own()).toBe("de");
  }
  Object.assign(chrome.storage.local, { get: () => Promise.reject(new Error("the disk")) });
  expect(await own()).toBe("de");
});

it("a page says its language, and loads that language's file by its own name alone", async () => {
  const { lang } = document.documentElement;
  onTestFinished(() => void Object.assign(document.documentElement, { lang, dir: "" }));
  ofBrowser = "de";
  const german = await ownLanguage();
  expect(isOfSources(german)).toBe(false);
  // There is none in a test.
  await expect(startIn(german, "main")).rejects.toThrow("/de/main.js");
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["de", "ltr"]);
});
