/// <reference types="chrome" />
/** The part of a browser that the worker uses, in memory: a test fires its events and looks at what the worker did to tabs. */
import { anArea } from "./area.ts";

type Listener = (...given: never[]) => unknown;

class Listeners {
  #all: Listener[] = [];
  addListener = (listener: Listener): void => void this.#all.push(listener);
  fire = (...given: unknown[]): unknown[] => this.#all.map((listener) => listener(...(given as never[])));
}

type Changes = Record<string, { oldValue?: unknown; newValue?: unknown }>;

/** An area that tells what changed in it, as a browser does. */
function watchedArea(kept: Map<string, unknown>) {
  const onChanged = new Listeners();
  const area = anArea(kept);
  const notifying = async (work: () => Promise<void>): Promise<void> => {
    const before = new Map(kept);
    await work();
    const changes: Changes = {};
    for (const name of new Set([...before.keys(), ...kept.keys()]))
      if (before.get(name) !== kept.get(name)) changes[name] = { oldValue: before.get(name), newValue: kept.get(name) };
    if (Object.keys(changes).length > 0) onChanged.fire(changes);
  };
  return {
    onChanged,
    get: async (names?: string | readonly string[]) =>
      Array.isArray(names) ? Object.fromEntries([...kept].filter(([name]) => names.includes(name))) : area.get(names as string | undefined),
    set: (values: Record<string, unknown>) => notifying(() => area.set(values)),
    remove: (names: string | string[]) => notifying(() => area.remove(names)),
    clear: () => notifying(() => area.clear()),
  };
}

/** One work after the other for each name. */
function fakeLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    request: <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const turn = (last.get(name) ?? Promise.resolve()).then(work);
      last.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

export const OWN_ORIGIN = "chrome-extension://ours/";

export function fakeChrome() {
  const [local, session] = [new Map<string, unknown>(), new Map<string, unknown>()];
  /** Tab → its address. */
  const tabs = new Map<number, string>();
  /** Which of our scripts were put into which tab. */
  const scripts: [tab: number, file: string][] = [];
  /** What a page answers to a message. */
  const page = { answer: async (_tab: number, _message: object): Promise<unknown> => null };
  const [onMessage, onUpdated, onRemoved] = [new Listeners(), new Listeners(), new Listeners()];
  const [onCreated, onWindowRemoved, onAuthRequired] = [new Listeners(), new Listeners(), new Listeners()];
  /** Where the popup was opened. */
  const popups: object[] = [];
  /** Windows of the extension that are open: id → its address. */
  const windows = new Map<number, string>();
  let lastWindow = 100;
  /** What a window of the extension said to a page; the page says at once that it has it, where it is there. */
  const answered: unknown[] = [];
  const isPage = { there: true };
  const onCommand = new Listeners();
  const chrome = {
    action: { openPopup: async (where: object) => void popups.push(where) },
    commands: { onCommand },
    runtime: { id: "ours", getURL: (name: string) => `${OWN_ORIGIN}${name}`, onMessage, sendMessage: async () => undefined },
    storage: { local: watchedArea(local), session: watchedArea(session) },
    webRequest: { onAuthRequired },
    tabs: {
      ...{ onCreated, onUpdated, onRemoved },
      get: async (id: number) => ({ id, windowId: 1, url: tabs.get(id), active: true }),
      sendMessage: (id: number, message: object) => page.answer(id, message),
      query: async ({ windowId }: { windowId: number }) => [{ url: windows.get(windowId) }],
      connect() {
        const [told, closed] = [new Listeners(), new Listeners()];
        const postMessage = (message: unknown): void => {
          answered.push(message);
          if (isPage.there) told.fire("told");
        };
        return { postMessage, onMessage: told, onDisconnect: closed, disconnect: () => undefined };
      },
    },
    windows: {
      onRemoved: onWindowRemoved,
      remove: async (id: number) => void windows.delete(id),
      // The newest of ours is in front of the page's.
      getLastFocused: async () => {
        const newest = [...windows.keys()].at(-1);
        return newest === undefined ? { id: 1, type: "normal", focused: true } : { id: newest, type: "popup", focused: true };
      },
      get: async (id: number) =>
        windows.has(id) || id === 1 ? { id, left: 0, top: 0, width: 1_000 } : Promise.reject(new Error("No window")),
      create: async ({ url }: { url: string }) => {
        windows.set(++lastWindow, url);
        return { id: lastWindow };
      },
    },
    scripting: {
      executeScript: async ({ target, files = [], func }: { target: { tabId: number }; files?: string[]; func?: () => void }) => {
        for (const file of func ? [func.name] : files) scripts.push([target.tabId, file]);
        return [{ frameId: 0, documentId: "d" }];
      },
    },
  };
  /** @returns what the worker answers; undefined where no listener takes the message */
  const send = (message: unknown, sender: object): Promise<unknown> =>
    new Promise((resolve) => {
      const taken = onMessage.fire(message, { id: "ours", ...sender }, resolve);
      if (!taken.includes(true)) resolve(undefined);
    });
  const navigator = { userAgent: "Chrome", locks: fakeLocks() };
  return {
    chrome,
    navigator,
    local,
    session,
    tabs,
    scripts,
    page,
    popups,
    windows,
    answered,
    isPage,
    send,
    onCommand,
    onUpdated,
    onRemoved,
    onCreated,
    onWindowRemoved,
    onAuthRequired,
  };
}
