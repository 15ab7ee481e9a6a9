/** What goes between a page that asks for a passkey and the worker: the question word for word, one answer, and the browser wherever we say nothing in time. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ASK_EVENT, ASK_MAX_LENGTH, BROWSER, DECIDED_WITHIN_MS, lineName, OURS, WANTED } from "./messages.ts";

type Heard = (given: unknown) => void;

/** The end that the extension holds of a line to its window. */
function aLine(name: string) {
  const [said, listeners, closes]: [unknown[], Heard[], (() => void)[]] = [[], [], []];
  const line = {
    name,
    isClosed: false,
    postMessage: (message: unknown) => void said.push(message),
    disconnect: () => void Object.assign(line, { isClosed: true }),
    onMessage: { addListener: (listener: Heard) => void listeners.push(listener) },
    onDisconnect: { addListener: (listener: () => void) => void closes.push(listener) },
  };
  const say = (message: unknown): void => {
    for (const listener of listeners) listener(message);
  };
  const close = (): void => {
    for (const listener of closes) listener();
  };
  return { line, said, say, close };
}

const sent: Record<string, unknown>[] = [];
const forbidden = new Set<string>();
/** What the worker answers. */
let worker: (message: Record<string, unknown>) => Promise<unknown>;
let connect: (line: unknown) => void = () => undefined;
const onMessage = new Set<(...given: unknown[]) => void>();

beforeAll(async () => {
  const runtime = {
    id: "ours",
    sendMessage: (message: Record<string, unknown>) => {
      sent.push(message);
      return worker(message);
    },
    onConnect: {
      addListener: (listener: typeof connect) => {
        connect = listener;
      },
    },
    onMessage: {
      addListener: (listener: () => void) => void onMessage.add(listener),
      removeListener: (listener: () => void) => void onMessage.delete(listener),
    },
  };
  Object.assign(globalThis, { chrome: { runtime } });
  Object.defineProperty(document, "featurePolicy", { value: { allowsFeature: (name: string) => !forbidden.has(name) } });
  await import("./relay-script.ts");
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  sent.length = 0;
  forbidden.clear();
  worker = async () => BROWSER;
});
afterEach(() => vi.useRealTimers());

const ASK = { kind: "get", waits: false, alone: true, options: { challenge: "AQ" } };

/** As the script in the page's own world does. */
function ask(data: unknown = ASK) {
  const { port1, port2 } = new MessageChannel();
  const answers: unknown[] = [];
  port1.onmessage = (event) => void answers.push(event.data);
  const isUnheard = dispatchEvent(new MessageEvent(ASK_EVENT, { cancelable: true, data, ports: [port2] }));
  return { page: port1, answers, isUnheard };
}
/** What was on its way has come. */
const turn = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
const soon = <Given>(given: () => Given) => expect.poll(given, { interval: 5 });
const id = (): string => String(sent[0]?.id);

/** A window of the extension is open for the question. */
async function withWindow() {
  worker = async () => OURS;
  const asked = ask();
  await soon(() => sent.map(({ passkey }) => passkey)).toEqual(["ask", "open"]);
  const window = aLine(lineName(id()));
  connect(window.line);
  return { ...asked, window };
}

it("takes the question to the worker word for word, and the browser's turn back to the page", async () => {
  const { answers, isUnheard } = ask();
  expect(isUnheard).toBe(false);
  await soon(() => answers).toEqual([BROWSER]);
  expect(sent).toEqual([{ passkey: "ask", id: expect.any(String), lines: [WANTED], kind: "get", options: '{"challenge":"AQ"}' }]);
});

it("is not for the page's own listeners to hear, and answers no event without a line", () => {
  const heard = vi.fn();
  addEventListener(ASK_EVENT, heard, true);
  ask();
  expect(heard).not.toHaveBeenCalled();
  dispatchEvent(new MessageEvent(ASK_EVENT, { cancelable: true, data: ASK }));
  dispatchEvent(new Event(ASK_EVENT));
  expect(heard).toHaveBeenCalledTimes(2);
  removeEventListener(ASK_EVENT, heard, true);
});

it("gives the browser its turn where the worker says nothing in time, and opens no window then", async () => {
  let decide: Heard = () => undefined;
  worker = () =>
    new Promise((resolve) => {
      decide = resolve;
    });
  const { answers } = ask();
  vi.advanceTimersByTime(DECIDED_WITHIN_MS - 1);
  await soon(() => sent).toHaveLength(1);
  expect(answers).toEqual([]);
  vi.advanceTimersByTime(1);
  await soon(() => answers).toEqual([BROWSER]);
  decide(OURS);
  await turn();
  expect(sent).toHaveLength(1);
});

it.each<[string, typeof worker]>([
  ["is gone", () => Promise.reject(new Error("Could not establish connection"))],
  ["is another one than it was", async () => null],
  ["opens no window after all", async ({ passkey }) => (passkey === "ask" ? OURS : BROWSER)],
])("gives the browser its turn where the worker %s", async (_, answer) => {
  worker = answer;
  const { answers } = ask();
  await soon(() => answers).toEqual([BROWSER]);
});

it.each([
  ["the page's headers forbid it", "publickey-credentials-get", ASK],
  ["they forbid to make one", "publickey-credentials-create", { ...ASK, kind: "create" }],
  ["the question is too long", "", { ...ASK, options: { challenge: "A".repeat(ASK_MAX_LENGTH) } }],
])("asks no worker where %s", async (_, policy, data) => {
  forbidden.add(policy);
  const { answers } = ask(data);
  await soon(() => answers).toEqual([BROWSER]);
  expect(sent).toEqual([]);
});

it("takes the answer of our window to the page, and the page's word that it has it to the window", async () => {
  const { page, answers, window } = await withWindow();
  window.say({ credential: { id: "AQ" } });
  await soon(() => answers).toEqual([{ credential: { id: "AQ" } }]);
  window.say({ error: "NotAllowedError" }); // the first counts
  page.postMessage("told");
  await soon(() => window.said).toEqual(["told"]);
  expect(answers).toHaveLength(1);
});

it("believes no page that says it was told before it was", async () => {
  const { page, window } = await withWindow();
  page.postMessage("told");
  page.postMessage("taken back");
  await soon(() => window.line.isClosed).toBe(true);
  expect(window.said).toEqual([]);
});

it("says that it was refused where our window closes without an answer", async () => {
  const { answers, window } = await withWindow();
  window.close();
  await soon(() => answers).toEqual([{ error: "NotAllowedError" }]);
});

it("asks the next question of a page that has taken one back, though word of that is still on its way, and says that no window is left for it", async () => {
  const first = await withWindow();
  const name = lineName(id());
  expect(sent[1]?.lines).toContain(name);
  sent.length = 0;
  const second = ask();
  first.page.postMessage("taken back");
  expect(first.window.line.isClosed).toBe(true);
  await soon(() => sent).toHaveLength(2);
  expect(sent.map(({ passkey, lines }) => [passkey, (lines as string[]).includes(name)])).toEqual([
    ["ask", false],
    ["open", false],
  ]);
  const window = aLine(lineName(id()));
  connect(window.line);
  window.say({ credential: { id: "AQ" } });
  await soon(() => second.answers).toEqual([{ credential: { id: "AQ" } }]);
  expect(first.answers).toEqual([]);
});

it("refuses a second question of a page that waits for the first, without a word to the worker", async () => {
  const first = await withWindow();
  sent.length = 0;
  for (const kind of ["get", "create"]) {
    const { answers } = ask({ ...ASK, kind, alone: false });
    await soon(() => answers).toEqual([{ error: "OperationError" }]);
  }
  expect(sent).toEqual([]);
  first.window.say({ credential: { id: "AQ" } });
  await soon(() => first.answers).toEqual([{ credential: { id: "AQ" } }]);
});

it("gives the browser its turn where our window does not come, and lets one that came take its time", async () => {
  worker = async () => OURS;
  const { answers } = ask();
  await soon(() => sent).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  await soon(() => answers).toEqual([BROWSER]);
  const late = aLine(lineName(id()));
  connect(late.line);
  expect(late.line.isClosed).toBe(true);

  sent.length = 0;
  const second = await withWindow();
  vi.advanceTimersByTime(60_000);
  second.window.say({ error: "InvalidStateError" });
  await soon(() => second.answers).toEqual([{ error: "InvalidStateError" }]);
});

it("passes on what a site says without being asked, and nothing that is too long", async () => {
  ask({ kind: "signalUnknownCredential", options: { rpId: "shop.example", credentialId: "AQ" } });
  ask({ kind: "signalUnknownCredential", options: { rpId: "A".repeat(ASK_MAX_LENGTH) } });
  expect(sent).toEqual([{ signal: "signalUnknownCredential", said: '{"rpId":"shop.example","credentialId":"AQ"}' }]);
});

it("keeps in the page what waits while the person goes on: the popup over it is told when it looks", async () => {
  const popup = aLine(WANTED);
  connect(popup.line);
  const { page, answers } = ask({ ...ASK, waits: true });
  expect(sent).toEqual([]);
  expect(popup.said).toHaveLength(1);
  const question = globalThis.cofferWaits;
  expect(question?.options).toBe('{"challenge":"AQ"}');

  const answer = vi.fn();
  for (const listener of onMessage) listener(WANTED, { id: "another" }, answer);
  for (const listener of onMessage) listener("else", { id: "ours" }, answer);
  expect(answer).not.toHaveBeenCalled();
  for (const listener of onMessage) listener(WANTED, { id: "ours" }, answer);
  expect(answer).toHaveBeenCalledWith(true);
  expect(sent).toEqual([{ waits: { id: question?.id, options: question?.options } }]);

  const window = aLine(lineName(question?.id ?? ""));
  connect(window.line);
  window.say(BROWSER); // without a passkey the page waits on
  expect(window.line.isClosed).toBe(true);
  window.say({ credential: { id: "AQ" } });
  await soon(() => answers).toEqual([{ credential: { id: "AQ" } }]);
  page.postMessage("told");
  await soon(() => window.said).toEqual(["told"]);
  page.postMessage("taken back");
  await soon(() => globalThis.cofferWaits).toBeUndefined();
  expect(onMessage.size).toBe(0);
  popup.close();
});

it("waits for the newest question alone, and for none that is forbidden, too long or no sign-in", async () => {
  const told = vi.fn();
  globalThis.cofferWaitsNew = told;
  ask({ ...ASK, waits: true });
  const first = globalThis.cofferWaits;
  const second = ask({ ...ASK, waits: true });
  expect(globalThis.cofferWaits).not.toBe(first);
  expect(onMessage.size).toBe(1);
  expect(told).toHaveBeenCalledTimes(2);
  const now = globalThis.cofferWaits;
  ask({ ...ASK, waits: true, options: { challenge: "A".repeat(ASK_MAX_LENGTH) } });
  ask({ ...ASK, waits: true, kind: "create" });
  forbidden.add("publickey-credentials-get");
  ask({ ...ASK, waits: true });
  expect(globalThis.cofferWaits).toBe(now);
  second.page.postMessage("taken back");
  await soon(() => globalThis.cofferWaits).toBeUndefined();
  globalThis.cofferWaitsNew = undefined;
});

it("passes on what a page only wants to know, also while a window of the extension asks for it, and says nothing to a page whose headers forbid passkeys", async () => {
  const first = await withWindow();
  worker = async () => ({ can: true });
  const asked = { kind: "create", waits: false, alone: false, options: null };
  const { answers } = ask(asked);
  await soon(() => answers).toEqual([{ can: true }]);
  expect(sent.at(-1)).toMatchObject({ passkey: "ask", kind: "create", options: "null" });
  forbidden.add("publickey-credentials-create");
  const refused = ask(asked);
  await soon(() => refused.answers).toEqual([BROWSER]);
  first.window.say({ credential: { id: "AQ" } });
  await soon(() => first.answers).toEqual([{ credential: { id: "AQ" } }]);
});
