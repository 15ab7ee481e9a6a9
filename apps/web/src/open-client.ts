/** Opens the client with this browser's stores. Loaded only when a page needs it: the public pages hold no key and read none. */
import { runOnKeyThread, warmWhileTyping } from "@coffer/app/account/key-thread.ts";
import { connection } from "@coffer/app/frame/connection.ts";
import { launches } from "@coffer/app/frame/launches.ts";
import { maintenance } from "@coffer/app/frame/maintenance.ts";
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { proof } from "@coffer/app/ui/confirm.ts";
import { type Client, openClient } from "@coffer/client";
import { deviceName } from "@coffer/core/account/device-name";
import { MESSAGES, type WebMessage } from "@coffer/core/extension-messages";
import { browserKeyStore } from "./browser-store.ts";
import { browserTabs } from "./browser-tabs.ts";
import { fetchOrEarly, overviewsOrEarly } from "./early-requests.ts";
import { forwardingRecords } from "./extension/forward-records.ts";
import { isExtensionHere, sendToExtension } from "./extension/send-message.ts";

/** Nothing waits for its answer: it asks the server for itself. */
const tell = (message: WebMessage): void => {
  if (isExtensionHere()) void sendToExtension(message);
};

export function open(): Client {
  warmWhileTyping();
  launches.subscribe((launch) => tell({ type: MESSAGES.setLaunchData, ...launch }));
  return openClient({
    origin: window.location.origin,
    fetch: fetchOrEarly,
    keys: browserKeyStore(),
    records: forwardingRecords(overviewsOrEarly(browserRecordStore()), tell),
    device: deviceName(navigator.userAgent),
    // Loaded when it is asked for: the sign-in page has a limit of bytes.
    estimateStrength: async (question) => (await import("@coffer/app/ui/estimate-strength.ts")).estimateStrength(question),
    tabs: browserTabs(),
    argon2: runOnKeyThread,
    onMaintenance: maintenance.began,
    onProofNeeded: () => proof.ask({}),
    onConnection: connection.found,
    pullsEarly: true,
  });
}
