/** What runs in a page once something is to be filled there: says what the fields are. Put in by the worker; twice in one page is as once. */
import { recognise } from "@coffer/fill/recognise";
import type { AskFields, SeenField } from "../asked.ts";

declare global {
  /** Of this script's own world: pages do not see it. */
  var cofferIsHere: boolean | undefined;
}

const seen = (): SeenField[] =>
  recognise(document).map(({ control, role }) => ({
    role,
    tag: control.localName,
    type: control.type,
    name: control.name,
    id: control.id,
  }));

/** Only our own worker and pages may ask; what another tab's script sends has a tab. */
const isOurs = (sender: chrome.runtime.MessageSender): boolean => sender.id === chrome.runtime.id && sender.tab === undefined;

if (globalThis.cofferIsHere !== true) {
  globalThis.cofferIsHere = true;
  chrome.runtime.onMessage.addListener((message: AskFields, sender, answer) => {
    if (isOurs(sender) && message.ask === "fields") answer(seen());
  });
}
