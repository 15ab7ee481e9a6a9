/** What the settings of a device show and store when presses and answers cross. */
import { type AccountSettings, DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { beforeEach, expect, it } from "vitest";
import { deviceSettings } from "./device-settings.ts";
import { changeSettings, loadSettings } from "./stored-settings.ts";

const STORED: AccountSettings = { ...DEFAULT_SETTINGS, after: 5, autoSubmit: "on" };

beforeEach(() => deviceSettings.show(DEFAULT_SETTINGS));

/** A device whose answers come when they are let go. */
function slowDevice() {
  let stored = STORED;
  let answers: (() => void)[] = [];
  const later = <T>(answer: () => T): Promise<T> => new Promise((resolve) => answers.push(() => resolve(answer())));
  return {
    read: () => {
      const asked = stored;
      return later(() => asked);
    },
    write: (next: AccountSettings) =>
      later(() => {
        stored = next;
      }),
    stored: () => stored,
    letGo: async () => {
      for (let quiet = 0; quiet < 5; await Promise.resolve(), quiet++) {
        if (answers.length > 0) quiet = 0;
        for (const answer of answers.splice(0)) answer();
      }
      answers = [];
    },
  };
}

it("an answer that was on its way does not take back a press, which changes itself alone", async () => {
  const device = slowDevice();
  const loaded = loadSettings(device);
  const changed = changeSettings(device, { autoFill: "off" });
  expect(deviceSettings.current()).toEqual({ ...DEFAULT_SETTINGS, autoFill: "off" });
  const again = loadSettings(device);
  await device.letGo();
  await Promise.all([loaded, changed, again]);
  const both = { ...STORED, autoFill: "off" };
  expect([device.stored(), deviceSettings.current()]).toEqual([both, both]);
});

it("two presses at once are both stored", async () => {
  const device = slowDevice();
  const presses = [changeSettings(device, { autoFill: "off" }), changeSettings(device, { after: 60 })];
  await device.letGo();
  await Promise.all(presses);
  expect(device.stored()).toEqual({ ...STORED, autoFill: "off", after: 60 });
  expect(deviceSettings.current()).toEqual(device.stored());
});

it("what the device refuses is shown as it was, and the next press is stored", async () => {
  const full = { read: async () => STORED, write: () => Promise.reject(new Error("full")) };
  const device = slowDevice();
  const refused = changeSettings(full, { autoFill: "off" });
  const next = changeSettings(device, { after: 60 });
  await expect(refused).rejects.toThrow("full");
  expect(deviceSettings.current()).toMatchObject({ autoFill: DEFAULT_SETTINGS.autoFill, after: 60 });
  await device.letGo();
  await next;
  expect(device.stored()).toEqual({ ...STORED, after: 60 });
});
