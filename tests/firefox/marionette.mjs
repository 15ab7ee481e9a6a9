/** Talks to Firefox over its own protocol for tools (Marionette): JSON with its length before it, one answer for each call. Needs no driver. */
import { once } from "node:events";
import { connect } from "node:net";

/** The protocol's name for an element in a value. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** @returns `call`, which throws what Firefox says is wrong, and how to close the connection. */
export async function openLine(port) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const waiting = new Map();
  let held = Buffer.alloc(0);
  let last = 0;
  socket.on("data", (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const colon = held.indexOf(":");
      const length = Number(held.subarray(0, colon));
      if (colon < 0 || held.length < colon + 1 + length) return;
      const message = JSON.parse(held.subarray(colon + 1, colon + 1 + length).toString());
      held = held.subarray(colon + 1 + length);
      if (Array.isArray(message)) settle(message);
    }
  });
  const settle = ([, id, error, value]) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(`${error.error}: ${error.message}`));
    else resolve(value);
  };
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has ended"));
  });
  const call = (name, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      const text = JSON.stringify([0, id, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  return { call, end: () => socket.destroy() };
}

/** What a tool does in the active tab. @param call as of `openLine`. */
export const tabOf = (call) => ({
  goto: (url) => call("WebDriver:Navigate", { url }),
  url: async () => (await call("WebDriver:GetCurrentURL")).value,
  /** Runs in the page, with its own objects; a promise is waited for. @param script the body of a function, with `page` for the window as the page has it. */
  run: async (script, ...args) =>
    (
      await call("WebDriver:ExecuteAsyncScript", {
        script: `const [args, done] = arguments; const page = window.wrappedJSObject ?? window;
          (async () => { ${script} })().then((value) => done({ value: value ?? null }), (error) => done({ failed: String(error) }));`,
        args: [args],
        scriptTimeout: 30_000,
      })
    ).value,
  find: async (xpath) => (await call("WebDriver:FindElement", { using: "xpath", value: xpath })).value[ELEMENT],
  click: (id) => call("WebDriver:ElementClick", { id }),
  type: (id, text) => call("WebDriver:ElementSendKeys", { id, text }),
  picture: async () => Buffer.from((await call("WebDriver:TakeScreenshot", { full: false })).value, "base64"),
});
