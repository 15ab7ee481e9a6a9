/** Waits in pages until someone types into what may be a login, a card or an address: then the script that understands forms comes. Until then it reads and runs nothing. */
import type { FromPage } from "./messages.ts";

const KINDS: ReadonlySet<string> = new Set(["password", "email", "text", "tel"]);

/** Of a field that looks like no login the worker is told once: the person may have said what it is. */
let isTold = false;

const say = (isLogin: boolean): void => {
  const typing: FromPage = { save: "typing", isLogin };
  chrome.runtime.sendMessage(typing).catch(() => undefined); // the extension was replaced
};

function onInput(event: Event): void {
  const [field] = event.composedPath();
  if (!event.isTrusted || !(field instanceof HTMLInputElement) || !KINDS.has(field.type)) return;
  const isLogin =
    field.type === "password" ||
    field.type === "email" ||
    /user|login|e-?mail|account|cc-|card|address|street/i.test(field.autocomplete + field.name + field.id);
  if (isLogin) removeEventListener("input", onInput, true);
  if (isLogin || !isTold) say(isLogin);
  isTold = true;
}
addEventListener("input", onInput, true);
