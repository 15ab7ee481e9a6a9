/** Opens the client with this browser's stores. Loaded only when a page needs it: the public pages hold no key and read none. */
import { connection } from "@coffer/app/frame/connection.ts";
import { maintenance } from "@coffer/app/frame/maintenance.ts";
import { proof } from "@coffer/app/frame/proof.ts";
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { type Client, openClient } from "@coffer/client";
import { deviceName } from "@coffer/core/account/device-name";
import { browserKeyStore } from "./browser-store.ts";
import { browserTabs } from "./tabs.ts";

export const open = (): Client =>
  openClient({
    origin: window.location.origin,
    keys: browserKeyStore(),
    records: browserRecordStore(),
    device: deviceName(navigator.userAgent),
    tabs: browserTabs(),
    onMaintenance: maintenance.began,
    onProofNeeded: proof.ask,
    onConnection: connection.found,
  });
