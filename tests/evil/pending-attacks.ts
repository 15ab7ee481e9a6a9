/** Rows of attacks.md without a row here, with the test that tries each in a browser; null: no test does. */
import type { PendingAttack } from "./row.ts";

export const PENDING_ATTACKS: readonly PendingAttack[] = [
  { attack: "8, 11, 40", about: "an icon is asked for at a host made of a decrypted field", triedBy: null },
  { attack: "33, 53", about: "a frame takes what was filled for another site", triedBy: "tests/journeys/extension-frames.spec.ts" },
  { attack: "51", about: "a page takes what is filled in without a press", triedBy: "tests/journeys/extension-expected.spec.ts" },
  { attack: "54", about: "a page has a person press what they do not see", triedBy: "tests/journeys/extension-clickjack.spec.ts" },
  { attack: "45", about: "the server swaps a byte of the web app", triedBy: null },
  { attack: "52", about: "a page draws the product's own dialog", triedBy: null },
  { attack: "55", about: "the built extension differs from its sources", triedBy: "tests/journeys/extension-build.spec.ts" },
];
