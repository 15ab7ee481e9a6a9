/** What the bridge carries between the web app's own page and the worker: the page gets {ok}, and nothing else. */
import { EXTENSION_MARK } from "@coffer/core/extension-messages";
import { beforeAll, expect, it } from "vitest";

const carried: unknown[] = [];
/** What the worker answers. */
let answer: unknown;

const sendMessage = async (message: unknown): Promise<unknown> => {
  carried.push(message);
  return answer;
};

beforeAll(async () => {
  Object.assign(globalThis, { chrome: { runtime: { sendMessage } } });
  await import("./bridge.ts");
});

/** What the page is told of its message. */
function told(tell: string): Promise<unknown> {
  return new Promise((done) => {
    const listen = ({ data }: MessageEvent<{ readonly told?: unknown } | null>): void => {
      if (data?.told !== tell) return;
      removeEventListener("message", listen);
      done(data);
    };
    addEventListener("message", listen);
  });
}

it("carries a message of the page to the worker, wrapped, and says whether it was taken", async () => {
  for (const ok of [true, false, null]) {
    carried.length = 0;
    answer = { ok, more: "not for the page" };
    const [tell, message] = [`told ${ok}`, { kind: "lock" }];
    const reply = told(tell);
    window.postMessage({ tell, message }, location.origin);
    expect(await reply).toEqual({ told: tell, ok });
    expect(carried).toEqual([{ fromWeb: message }]);
  }
  expect(document.documentElement.hasAttribute(EXTENSION_MARK)).toBe(true);
});

it("carries nothing of another frame, nor what is no message of the app", async () => {
  [carried.length, answer] = [0, { ok: true }];
  const frame = document.body.appendChild(document.createElement("iframe"));
  const script = `parent.postMessage({ tell: "of a frame", message: 1 }, "*")`;
  frame.contentWindow?.setTimeout(script);
  for (const data of ["text", null, { message: 1 }, { tell: 1, message: 1 }, { tell: "no message" }])
    window.postMessage(data, location.origin);
  const reply = told("last");
  await new Promise((resume) => setTimeout(resume, 50));
  window.postMessage({ tell: "last", message: 2 }, location.origin);
  await reply;
  frame.remove();
  expect(carried).toEqual([{ fromWeb: 2 }]);
});
