/**
 * A session outlives the browser without its keys, so that the extension opens without a network: what a lock leaves of it (client/account/session.ts, Note: Lock) is kept in
 * the extension's database (device-values.ts). The keys are in the browser's memory alone.
 */
import { AUTH_SLOT } from "@coffer/core/account/session-slots";
import { browserValues, type DeviceValues, unwrapText, wrapText } from "./device-values.ts";
import { type Area, type Areas, slotName } from "./storage-keys.ts";

const AUTH = slotName(AUTH_SLOT);

/** The areas of the browser. */
export const browserAreas = (values: DeviceValues = browserValues): Areas => ({
  local: chrome.storage.local,
  session: lastingArea(chrome.storage.session, values),
  alone: (work) => navigator.locks.request("session", work),
});

/** The area of the browser's memory; what it holds of a session is kept too, and goes with it. */
function lastingArea(area: Area, values: DeviceValues): Area {
  const forget = (): Promise<void> => values.change(AUTH_SLOT, null);
  return {
    get: (name) => area.get(name),
    async set(given) {
      await area.set(given);
      const auth = given[AUTH];
      // Where there is no room the next start asks for a sign-in, as it did before.
      if (typeof auth === "string") await keep(auth, values).catch(() => undefined);
    },
    async remove(names) {
      if ([names].flat().includes(AUTH)) await forget();
      await area.remove(names);
    },
    async clear() {
      await forget();
      await area.clear();
    },
  };
}

const keep = async (auth: string, values: DeviceValues): Promise<void> =>
  values.change(AUTH_SLOT, await wrapText(await values.wrappingKey(), auth));

/** After a start of the browser. Call before anyone asks whether there is a session. */
export async function reviveSession({ session, alone }: Areas, values: DeviceValues = browserValues): Promise<void> {
  await alone(async () => {
    if ((await session.get(AUTH))[AUTH] !== undefined) return;
    const kept = await values.get(AUTH_SLOT);
    const auth = kept && (await unwrapText(await values.wrappingKey(), kept));
    if (auth) await session.set({ [AUTH]: withoutHalf(auth) });
  });
}

/** The server's half is the web app's too, which may still be open: finding the keys gone here is no reason to have it deleted. */
function withoutHalf(auth: string): string {
  const toText = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const bytes = Uint8Array.from(atob(auth), (letter) => letter.charCodeAt(0));
  const stored: object = JSON.parse(new TextDecoder().decode(bytes));
  return toText(new TextEncoder().encode(JSON.stringify({ ...stored, halfHash: null })));
}
