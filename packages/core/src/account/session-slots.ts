/** The storage names of a session on a device (1 §1, §3). The client defines the values. */

/** The session itself. */
export const AUTH_SLOT = "auth";
/** This device's half of the key that protects the session keys. */
export const LOCAL_HALF = "localHalf";
/** The keys of a session, with the specification's names. */
export const KEY_NAMES = ["encryptionKey", "symmetricKey", "vaultKey"] as const;

export const SESSION_SLOTS = [AUTH_SLOT, LOCAL_HALF, ...KEY_NAMES] as const;
export type SessionSlot = (typeof SESSION_SLOTS)[number];
