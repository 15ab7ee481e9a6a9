/** Opens the client of the extension's own pages: the server is another machine's, everything else is here. */
import { connection } from "@coffer/app/frame/connection.ts";
import { maintenance } from "@coffer/app/frame/maintenance.ts";
import { proof } from "@coffer/app/frame/proof.ts";
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { type Client, openClient } from "@coffer/client";
import { deviceName } from "@coffer/core/account/device-name";
import { extensionKeyStore } from "./key-store.ts";

export const open = (origin: string): Client =>
  openClient({
    origin,
    keys: extensionKeyStore(),
    records: browserRecordStore(),
    device: `${deviceName(navigator.userAgent)}, extension`,
    onMaintenance: maintenance.began,
    onProofNeeded: proof.ask,
    onConnection: connection.found,
  });
