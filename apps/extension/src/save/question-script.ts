/** Shows the question in the page. The page cannot cover it unnoticed, cannot style it, and cannot read it. */
import { placeFrame } from "../content/shadow-host.ts";
import type { QuestionMessage } from "./messages.ts";

declare global {
  /** Of our own world: pages do not see it. */
  var cofferAsks: (() => void) | undefined;
}

const PLACE = "inset: 12px 12px auto auto; width: 376px; max-width: calc(100vw - 24px); height: 272px";

function place(): void {
  globalThis.cofferAsks?.();
  const host = placeFrame(chrome.runtime.getURL("save.html"), PLACE);
  const onMessage = (
    message: Partial<QuestionMessage> | null,
    { id, tab }: chrome.runtime.MessageSender,
    answer: (isSeen: boolean) => void,
  ): void => {
    if (id !== chrome.runtime.id || tab !== undefined) return;
    if (message?.bar === "over") remove();
    if (message?.bar === "asked") answer(host.isWhole() && host.isOnTop() && document.visibilityState === "visible");
  };
  const remove = (): void => {
    host.element.remove();
    chrome.runtime.onMessage.removeListener(onMessage);
    globalThis.cofferAsks = undefined;
  };
  chrome.runtime.onMessage.addListener(onMessage);
  globalThis.cofferAsks = remove;
}

if (window === top) place();
