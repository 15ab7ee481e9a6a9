/** Next to the script in the page's own world: takes its questions to the worker, and the person's answer back. It believes nothing of a page and decides nothing. */
import {
  ASK_EVENT,
  BROWSER,
  DECIDED_WITHIN_MS,
  type Decision,
  type FromRelay,
  lineName,
  OURS,
  type PageAnswer,
  type PageAsk,
} from "./messages.ts";

/** A window of ours that has not come by then does not come. */
const WINDOW_WITHIN_MS = 10_000;

addEventListener(
  ASK_EVENT,
  (event) => {
    if (!(event instanceof MessageEvent)) return;
    const [port] = event.ports;
    if (port === undefined) return;
    // Heard: without this the page's script asks the browser. No script of the page hears of it.
    event.preventDefault();
    event.stopImmediatePropagation();
    new Relayed(port, crypto.randomUUID()).start(Object(event.data) as PageAsk);
  },
  true,
);

const isOurs = (decision: Decision): decision is typeof OURS => "by" in decision && decision.by === OURS.by;

class Relayed {
  readonly #page: MessagePort;
  readonly #id: string;
  #line: chrome.runtime.Port | null = null;
  #timer = 0;
  #isOver = false;

  constructor(page: MessagePort, id: string) {
    this.#page = page;
    this.#id = id;
  }

  start({ kind, options }: PageAsk): void {
    // The page has taken its question back.
    this.#page.onmessage = () => this.#end();
    this.#browserAfter(DECIDED_WITHIN_MS);
    void this.#decided({ kind, options: String(options) }).catch(() => this.#answer(BROWSER)); // the worker is gone, or the extension was replaced
  }

  async #decided(ask: PageAsk): Promise<void> {
    const say = (passkey: FromRelay["passkey"]): Promise<Decision> =>
      chrome.runtime.sendMessage<FromRelay, Decision | null>({ passkey, id: this.#id, ...ask }).then((said) => said ?? BROWSER);
    const first = await say("ask");
    if (this.#isOver) return;
    if (!isOurs(first)) return this.#answer(first);
    this.#browserAfter(WINDOW_WITHIN_MS);
    chrome.runtime.onConnect.addListener(this.#connected);
    const second = await say("open");
    if (isOurs(second)) return;
    this.#answer(second);
    this.#line?.disconnect();
  }

  readonly #connected = (line: chrome.runtime.Port): void => {
    if (line.name !== lineName(this.#id)) return;
    clearTimeout(this.#timer);
    this.#line = line;
    line.onMessage.addListener((answer: PageAnswer) => {
      this.#answer(answer);
      line.postMessage("told");
    });
    // Closed without an answer.
    line.onDisconnect.addListener(() => this.#answer({ error: "NotAllowedError" }));
  };

  #browserAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#answer(BROWSER), milliseconds);
  }

  #answer(answer: PageAnswer): void {
    if (this.#isOver) return;
    this.#page.postMessage(answer);
    this.#over();
  }

  #end(): void {
    this.#line?.disconnect();
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    chrome.runtime.onConnect.removeListener(this.#connected);
  }
}
