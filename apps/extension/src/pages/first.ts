/** The first script of what is drawn over a site, in its page or in a window of its own: which language's files it starts. Built apart: what it starts is as it would be without it. */
import { isOfSources, ownLanguage, startIn } from "./own-language.ts";

async function start(): Promise<void> {
  const { begins = "" } = document.querySelector<HTMLElement>("[data-begins]")?.dataset ?? {};
  const language = await ownLanguage();
  const [, name = ""] = /(\w+)\.html$/.exec(location.pathname) ?? [];
  await (isOfSources(language) ? import(/* @vite-ignore */ begins) : startIn(language, name));
}

void start();
