/** The panels that the rows of SETTINGS_OF_DEVICE are shown in. Apart from the rows: the sign-in does not load their words. */

/** The settings page's panels about this device, in order. */
export const DEVICE_PANELS = {
  theme: { title: "Theme", hint: null },
  lock: { title: "Lock", hint: "What happens when the vault on this device is not used. Drafts are kept encrypted." },
  clipboard: { title: "Clipboard", hint: "What you copy here leaves the clipboard again, if it is still there. Locking clears it too." },
  generator: { title: "Generator", hint: "What a password is made of, until you choose otherwise where it is made." },
} as const;

export type DevicePanelId = keyof typeof DEVICE_PANELS;

/** The panels of the extension's own options page. */
export const EXTENSION_PANELS = {
  extension: { title: "Filling and saving", hint: "What Coffer does by itself on websites. Everything else waits for your click." },
} as const;
export type ExtensionPanelId = keyof typeof EXTENSION_PANELS;
