import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PASSKEY_ASKED, PASSKEYS, PULLED_AT, slotName } from "../storage-keys.ts";
import { fakeChrome } from "../testing/fake-chrome.ts";
import { watchPasskeys } from "./message-handler.ts";
import { BROWSER, CAN } from "./messages.ts";

let browser: ReturnType<typeof fakeChrome>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeChrome();
  vi.stubGlobal("chrome", browser.chrome);
  vi.stubGlobal("navigator", browser.navigator);
  watchPasskeys();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PAGE = { origin: "https://shop.example", tab: { id: 7, windowId: 1, active: true }, frameId: 0, documentId: "d" };
const OPTIONS = JSON.stringify({ challenge: "AQID", rpId: "shop.example", allowCredentials: [] });
const QUESTION = { passkey: "ask", id: "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e22", kind: "get", options: OPTIONS, lines: [] };

/** As the vault is open, and was looked after a moment ago. */
const open = (known: object): void => {
  browser.session.set(slotName(LOCAL_HALF), "half");
  browser.session.set(PASSKEYS, { bySite: {}, elsewhere: [], ...known });
  browser.session.set(PULLED_AT, Date.now());
};

/** @returns what the page is answered, and after how many milliseconds */
async function asked(): Promise<readonly [unknown, number]> {
  const before = Date.now();
  const answer = browser.send(QUESTION, PAGE).then((said) => [said, Date.now() - before] as const);
  await vi.advanceTimersByTimeAsync(1_000);
  return answer;
}

const STATES: [string, () => void][] = [
  ["locked", () => undefined],
  ["open", () => open({})],
  [
    "open, and has a passkey where the person wants none of ours",
    () => open({ bySite: { "shop.example": ["AQ"] }, elsewhere: ["shop.example"] }),
  ],
];
it.each(STATES)("a page of which nothing fits waits equally long where the vault is %s", async (_, isSo) => {
  isSo();
  expect(await asked()).toEqual([BROWSER, 100]);
});

it.each(STATES)("what is looked at once that wait is over is the same, so that it takes equally long: %s", async (_, isSo) => {
  isSo();
  const { session } = browser.chrome.storage;
  const looks = vi.spyOn(session, "get");
  const answer = browser.send(QUESTION, PAGE);
  await vi.advanceTimersByTimeAsync(99);
  looks.mockClear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toEqual(BROWSER);
  expect(looks.mock.calls).toEqual([[PASSKEYS], [PASSKEY_ASKED]]);
});

it("whether a passkey could be made here is answered alike where the vault is locked, open, and where the person wants none of ours", async () => {
  const able = () => browser.send({ ...QUESTION, options: "null" }, PAGE);
  expect(await able()).toEqual(CAN);
  open({ elsewhere: ["shop.example"] });
  expect(await able()).toEqual(CAN);
});
