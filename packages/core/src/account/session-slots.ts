/** The names of what a device keeps of a session (1 §1, §3). What lies under them, the client says. */

/** The session itself. */
export const AUTH_SLOT = "auth";
/** This device's half of what the keys lie under. */
export const LOCAL_HALF = "localHalf";
/** The keys of a session, as the specification names them. */
export const KEY_NAMES = ["encryptionKey", "symmetricKey", "vaultKey"] as const;

export const SESSION_SLOTS = [AUTH_SLOT, LOCAL_HALF, ...KEY_NAMES] as const;
export type SessionSlot = (typeof SESSION_SLOTS)[number];
