/** Opens the client of the extension's own pages: the server is another machine's, everything else is here. */
import { runOnKeyThread, warmWhileTyping } from "@coffer/app/account/key-thread.ts";
import { connection } from "@coffer/app/frame/connection.ts";
import { launches } from "@coffer/app/frame/launches.ts";
import { maintenance } from "@coffer/app/frame/maintenance.ts";
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { proof } from "@coffer/app/ui/confirm.ts";
import { estimateStrength } from "@coffer/app/ui/estimate-strength.ts";
import { type Client, openClient } from "@coffer/client";
import { deviceName } from "@coffer/core/account/device-name";
import { type Launch, MESSAGES } from "@coffer/core/extension-messages";
import { withRecordedProofs } from "../passkeys/user-verification.ts";
import { UnsentHalf } from "../unsent-half.ts";
import { extensionKeyStore } from "./key-store.ts";

export function open(origin: string): Client {
  warmWhileTyping();
  launches.subscribe(tellLaunch);
  const unsent = new UnsentHalf();
  const client = openClient({
    origin,
    keys: extensionKeyStore(),
    records: browserRecordStore(),
    device: `${deviceName(navigator.userAgent)}, extension`,
    estimateStrength,
    argon2: runOnKeyThread,
    onMaintenance: maintenance.began,
    onProofNeeded: () => proof.ask({}),
    onConnection(reach) {
      connection.found(reach);
      unsent.found(reach);
    },
    tabs: unsent.tabs,
    fetch: unsent.fetch,
    pullsEarly: true,
  });
  unsent.follow(client);
  return withRecordedProofs(client);
}

/** The worker fills in the form of the website that opens. */
const tellLaunch = (launch: Launch): void => {
  chrome.runtime.sendMessage({ type: MESSAGES.setLaunchData, ...launch }).catch(() => undefined); // it opens in any case
};
