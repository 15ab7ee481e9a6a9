/** Rows of attacks.md that cannot be tried before something exists, named with what they wait for. */
import type { PendingAttack } from "./row.ts";

export const PENDING_ATTACKS: readonly PendingAttack[] = [
  { attack: "2", about: "new recipients appear while keys are renewed", waitsFor: "sharing" },
  { attack: "5", about: "a recovery group's public key is served when a vault is made", waitsFor: "sharing" },
  { attack: "8, 11, 40", about: "an icon is asked for at a host made of a decrypted field", waitsFor: "extension" },
  { attack: "33, 51, 53, 54", about: "a page or a frame takes what was filled for another", waitsFor: "extension" },
  { attack: "45", about: "the server swaps a byte of the web app", waitsFor: "extension" },
  { attack: "52", about: "a page draws the product's own dialog", waitsFor: "extension" },
  { attack: "55", about: "the built extension differs from its sources", waitsFor: "release" },
];
