/** What runs on any page while a vault is open. */
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { expect, it, vi } from "vitest";
import { firstRowsSeen } from "../frame/first-rows.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { SessionServices } from "./SessionServices.tsx";

it("keeps edits that cannot be sent on this device, and listens for what changes elsewhere", async () => {
  const keepEdits = vi.fn(async () => ({ send: async () => undefined, discard: async () => undefined, look: async () => false }));
  const watch = vi.fn(() => () => undefined);
  const account = { lockSettings: { read: async () => DEFAULT_SETTINGS }, keepAlive: async () => undefined };
  await renderApp(<SessionServices />, { client: fakeClient({ session: ANN, account, vault: { keepEdits, watch } }) });
  firstRowsSeen();
  await expect.poll(() => [keepEdits.mock.calls.length, watch.mock.calls.length]).toEqual([1, 1]);
});
