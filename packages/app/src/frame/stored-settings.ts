/** The account's settings as this device stores them. They are read and written one after the other: an answer that was on its way takes back no press. */
import type { Client } from "@coffer/client";
import type { AccountSettings } from "@coffer/core/device/settings";
import { deviceSettings } from "./device-settings.ts";

type Stored = Client["account"]["lockSettings"];
type Change = Partial<AccountSettings>;

let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined); // its caller is told
  return result;
}

/** What was pressed and is not stored yet. */
const pressed = new Set<Change>();

function show(stored: AccountSettings): void {
  const shown = { ...stored };
  for (const change of pressed) Object.assign(shown, change);
  deviceSettings.show(shown);
}

export const loadSettings = (stored: Stored): Promise<void> => inTurn(async () => show(await stored.read()));

/**
 * Shown at once, and stored next to what another tab or an earlier press has stored.
 * @throws what the device refuses; what was shown before is shown again
 */
export async function changeSettings(stored: Stored, change: Change): Promise<void> {
  const before = deviceSettings.current();
  pressed.add(change);
  show(before);
  try {
    await inTurn(async () => {
      const next: AccountSettings = { ...(await stored.read()), ...change };
      await stored.write(next);
      pressed.delete(change);
      show(next);
    });
  } catch (error) {
    pressed.delete(change);
    show(before);
    throw error;
  }
}
