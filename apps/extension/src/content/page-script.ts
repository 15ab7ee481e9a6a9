/** The content script that fills. The extension injects it when something is to be filled in a page; injecting it twice changes nothing. Of a vault it has only the values it is given to write. */
import "./closed-shadow-roots.ts";
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import { recognise } from "@coffer/fill/recognise";
import { type Filled, fill } from "@coffer/fill/write/fill";
import { isOther } from "@coffer/fill/write/named";
import type { PageRequest, SeenFrame } from "../page-requests.ts";

declare global {
  /** In this script's isolated world: pages do not see it. */
  var cofferIsHere: boolean | undefined;
}

let taught: readonly TaughtRole[] = [];
/** What a person has typed last that may be a name: whose it is, where the field for it is gone by the time that the one for the password comes. */
let typed = "";
/** No search, no tick, and nothing of a password, also where the page shows it. */
const mayBeName = ({ type, autocomplete }: HTMLInputElement): boolean =>
  /^(?:text|email|tel)$/.test(type) && !autocomplete.includes("password");
const NOTHING: Filled = { filled: [], refused: [] };

const seen = (): SeenFrame => ({
  origin: self.origin,
  address: location.href,
  fields: recognise(document, { taught }).map(({ role }) => ({ role })),
});

/** Only our own worker and pages may ask: what another script in a page sends comes from a tab, and from an address that is not ours. */
const isOurs = ({ id, tab, url }: chrome.runtime.MessageSender): boolean =>
  id === chrome.runtime.id && (tab === undefined || url?.startsWith(chrome.runtime.getURL("")) === true);

if (globalThis.cofferIsHere !== true) {
  globalThis.cofferIsHere = true;
  chrome.runtime.onMessage.addListener((message: PageRequest, sender, answer) => {
    if (!isOurs(sender)) return;
    if (message.ask === "fields") {
      taught = message.taught ?? [];
      answer(seen());
    }
    if (message.ask === "fill") answer(isOther(typed, message.named) ? NOTHING : fill(document, message.values, taught, message.named));
  });
  addEventListener(
    "input",
    (event) => {
      const [field] = event.composedPath();
      if (event.isTrusted && field instanceof HTMLInputElement && mayBeName(field)) typed = field.value;
    },
    true,
  );
}
