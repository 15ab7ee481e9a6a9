/** What a ciphertext is for: a closed table whose numbers are in every header; a number is never reused for another meaning. */

export const PURPOSES = {
  /** The vault key, wrapped by the encryption key. */
  vaultKey: 0x01,
  /** The vault key, wrapped for the recovery key. */
  recovery: 0x02,
  /** The secret halves of the identity. */
  identity: 0x03,
  /** The pins of other people's public keys. */
  trust: 0x04,
  /** The vault key of a linked profile. */
  link: 0x05,
  /** Unsaved form contents stored on this device. */
  draft: 0x06,
  /** The local cache of a scope, for instant unlock. */
  cache: 0x07,
  /** An import file between upload and review. */
  importFile: 0x08,
  /** A complete export with its own password. */
  backup: 0x09,
  /** The history of generated values stored on this device. */
  generated: 0x0a,
  /** A key of the session, stored on this device while it is unlocked. */
  slot: 0x0b,
  /** The user's settings for websites, stored on this device. */
  sites: 0x0c,
  /** The vault key, wrapped for a passkey. */
  passkey: 0x0d,
  /** One field of an item. */
  field: 0x10,
  /** A record's own seal: the list of its fields. */
  recordSeal: 0x11,
  /** A scope's table of contents. */
  head: 0x12,
  /** A scope's key, wrapped for a team. */
  teamShare: 0x20,
  /** A team's key, wrapped for the person who created it. */
  teamKey: 0x21,
} as const;

export type Purpose = keyof typeof PURPOSES;
