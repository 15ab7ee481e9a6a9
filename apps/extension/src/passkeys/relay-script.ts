/** Next to the script in the page's own world: takes its questions to the worker, and the person's answer back. It believes nothing of a page and decides nothing. */

import { ConditionalRequest, lines, takeLines } from "./conditional-request.ts";
import {
  ASK_EVENT,
  ASK_MAX_LENGTH,
  BROWSER,
  type CeremonyKind,
  DECIDED_WITHIN_MS,
  type Decision,
  type FromPage,
  type FromRelay,
  type FromSignal,
  lineName,
  OURS,
  type PageAnswer,
  type PageAsk,
  SIGNALS,
  type SignalKind,
} from "./messages.ts";

/** A window of the extension that has not come by then does not come. */
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
    const asked = Object(event.data) as Partial<PageAsk>;
    const signal = SIGNALS.find((kind) => kind === (asked.kind as string));
    if (signal !== undefined) return passOn(signal, JSON.stringify(asked.options));
    if (!asked.waits) take(port, asked);
    else if (asked.kind === "get" && !isForbidden("get")) new ConditionalRequest(port, asked.options).start();
  },
  true,
);

takeLines();

/** The page's newest question. */
let newest: Relayed | undefined;

/** A page waits for one answer at a time, as with browsers. */
function take(port: MessagePort, asked: Partial<PageAsk>): void {
  // What is only asked, no one waits for.
  if (asked.options === null) return void new Relayed(port, asked);
  if (asked.alone) newest?.end();
  if (newest?.isOver === false) port.postMessage({ error: "OperationError" } satisfies PageAnswer);
  else newest = new Relayed(port, asked);
}

/** Nothing comes back. */
function passOn(signal: SignalKind, said: string): void {
  if (said.length > ASK_MAX_LENGTH) return;
  chrome.runtime.sendMessage<FromSignal, void>({ signal, said }).catch(() => undefined); // the extension was replaced
}

const isOurs = (decision: Decision): decision is typeof OURS => (decision as Partial<typeof OURS>).by === OURS.by;

/** What a page's own headers forbid it. */
const { featurePolicy } = document as Document & { readonly featurePolicy?: { allowsFeature(name: string): boolean } };
const isForbidden = (kind: CeremonyKind): boolean => featurePolicy?.allowsFeature(`publickey-credentials-${kind}`) !== true;

class Relayed {
  readonly #page: MessagePort;
  readonly #id = crypto.randomUUID();
  #line: chrome.runtime.Port | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  isOver = false;

  constructor(page: MessagePort, ask: Partial<PageAsk>) {
    this.#page = page;
    page.onmessage = ({ data }: MessageEvent<FromPage>) => {
      // Of an answer that was not given no page has been told.
      if (data !== "told") this.end();
      else if (this.isOver) this.#line?.postMessage(data);
    };
    this.#browserAfter(DECIDED_WITHIN_MS);
    void this.#decided(ask).catch(() => {
      // The question is none, the worker is gone, or the extension was replaced. A window that has come needs no worker.
      if (this.#line === null) this.#answer(BROWSER);
    });
  }

  async #decided({ kind, options }: Partial<PageAsk>): Promise<void> {
    // Written down here, where no page has changed how.
    const ask = { kind: String(kind) as CeremonyKind, options: JSON.stringify(options) };
    if (isForbidden(ask.kind) || ask.options.length > ASK_MAX_LENGTH) return this.#answer(BROWSER);
    const say = (passkey: FromRelay["passkey"]): Promise<Decision> =>
      chrome.runtime
        .sendMessage<FromRelay, Decision | null>({ passkey, id: this.#id, lines: [...lines.keys()], ...ask })
        .then((said) => said ?? BROWSER);
    const first = await say("ask");
    // What is over is not answered again.
    if (this.isOver || !isOurs(first)) return this.#answer(first as PageAnswer);
    this.#browserAfter(WINDOW_WITHIN_MS);
    lines.set(lineName(this.#id), this.#connected);
    const second = await say("open");
    if (!isOurs(second)) {
      this.#answer(second);
      this.end();
    }
  }

  readonly #connected = (line: chrome.runtime.Port): void => {
    clearTimeout(this.#timer);
    this.#line = line;
    line.onMessage.addListener((answer: PageAnswer) => this.#answer(answer));
    // Closed without an answer.
    line.onDisconnect.addListener(() => this.#answer({ error: "NotAllowedError" }));
  };

  #browserAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#answer(BROWSER), milliseconds);
  }

  #answer(answer: PageAnswer): void {
    if (this.isOver) return;
    this.#page.postMessage(answer);
    this.#over();
  }

  end(): void {
    this.#line?.disconnect();
    this.#line = null;
    this.#over();
  }

  #over(): void {
    this.isOver = true;
    clearTimeout(this.#timer);
    lines.delete(lineName(this.#id));
  }
}
