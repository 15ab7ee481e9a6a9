/** What React's development build has and the one people get has not: a test waits until what it did is drawn and its effects have run. Comes before the renderer of tests. */
import React from "react";
import { flushSync } from "react-dom";

/** Work that React or a query has put off comes in tasks of their own, each of which may put off more. */
const TASKS = 4;

const task = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** @param action - draws something, or takes it away; what it does before its first wait is drawn at once */
async function act(action: () => Promise<void> | void): Promise<void> {
  await flushSync(action);
  for (let left = TASKS; left > 0; left -= 1) await task();
}

Object.assign(React, { act });
