/**
 * The question of a page that waits for a passkey while the person goes on (`mediation: "conditional"`). It stays in the page: the worker hears of it only with a menu that a person opened, and the
 * popup when it looks. So a page that asks learns nothing, and a worker that sleeps forgets nothing.
 */
import { ASK_MAX_LENGTH, type FromPage, lineName, type PageAnswer, type Question, WANTED, type Waits } from "./messages.ts";

declare global {
  /** Of our own world, pages do not see it: for the script that opens the menu at fields (menu/menu-at-fields.ts), and how it hears of a question that comes after a person did. */
  var cofferWaits: Question | undefined;
  var cofferWaitsNew: (() => void) | undefined;
}

/** Popups over this page: each hears of every change, and asks then. */
const popups = new Set<chrome.runtime.Port>();

/** Who takes a line to this page, by its name: a popup that opens over it hears when it begins to wait, and when it does so no more. */
export const lines = new Map<string, (line: chrome.runtime.Port) => void>([
  [
    WANTED,
    (popup) => {
      popups.add(popup);
      popup.onDisconnect.addListener(() => popups.delete(popup));
    },
  ],
]);

/** Call once in a page. A line that no one takes is closed: the window at its other end would wait for ever. */
export const takeLines = (): void =>
  chrome.runtime.onConnect.addListener((line) => (lines.get(line.name) ?? (() => line.disconnect()))(line));

function nowWaits(waiting: ConditionalRequest | undefined): void {
  globalThis.cofferWaits = waiting;
  for (const popup of popups) popup.postMessage(0);
}

export class ConditionalRequest implements Question {
  readonly id = crypto.randomUUID();
  readonly options: string;
  readonly #page: MessagePort;
  #line: chrome.runtime.Port | null = null;

  constructor(page: MessagePort, options: unknown) {
    this.#page = page;
    this.options = JSON.stringify(options) ?? "";
  }

  /** The newest counts: the word that the one before is taken back may still be on its way. */
  start(): void {
    if (this.options.length > ASK_MAX_LENGTH) return;
    if (globalThis.cofferWaits instanceof ConditionalRequest) globalThis.cofferWaits.#end();
    this.#page.onmessage = ({ data }: MessageEvent<FromPage>) => {
      if (data === "told") this.#line?.postMessage(data);
      else this.#end();
    };
    nowWaits(this);
    lines.set(lineName(this.id), this.#connected);
    chrome.runtime.onMessage.addListener(this.#wanted);
    globalThis.cofferWaitsNew?.();
  }

  /** The popup over this page looks. The browser tells it who answers. */
  readonly #wanted = (message: unknown, { id }: chrome.runtime.MessageSender, answer: (isWaiting: true) => void): void => {
    if (message !== WANTED || id !== chrome.runtime.id) return;
    answer(true);
    chrome.runtime.sendMessage<Waits, void>({ waits: { id: this.id, options: this.options } }).catch(() => undefined); // it has closed
  };

  /** The person has picked, and a window of the extension signs. Without a passkey the page waits on. */
  readonly #connected = (line: chrome.runtime.Port): void => {
    this.#line = line;
    line.onMessage.addListener((answer: PageAnswer) => ("credential" in answer ? this.#page.postMessage(answer) : line.disconnect()));
  };

  #end(): void {
    this.#line?.disconnect();
    lines.delete(lineName(this.id));
    chrome.runtime.onMessage.removeListener(this.#wanted);
    if (globalThis.cofferWaits === this) nowWaits(undefined);
  }
}
