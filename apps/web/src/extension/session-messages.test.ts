import type { SessionState } from "@coffer/app/frame/session-watch.ts";
import { expect, it } from "vitest";
import { sessionMessage, syncProblem } from "./session-messages.ts";

const user = {} as NonNullable<SessionState["session"]>;
const OUT = { session: null, locked: false };
const IN = { session: user, locked: false };
const LOCKED = { session: user, locked: true };

it.each([
  ["a sign-in, a reload", OUT, IN, "SAVE_AUTH_DATA"],
  ["an unlock", LOCKED, IN, "SAVE_AUTH_DATA"],
  ["new keys, another profile", IN, IN, "SAVE_AUTH_DATA"],
  ["a sign-out", IN, OUT, "CLEAR_AUTH_DATA"],
  ["a sign-out of what was locked", LOCKED, OUT, "CLEAR_AUTH_DATA"],
  ["a lock", IN, LOCKED, "CLEAR_MASTER_PASSWORD"],
  ["a page that finds no one", OUT, OUT, null],
  ["a page that finds itself locked", OUT, LOCKED, null],
  ["nothing new of what is locked", LOCKED, LOCKED, null],
])("the extension hears of %s", (_, was, now, news) => {
  expect(sessionMessage(was, now)).toBe(news);
});

it.each([
  [true, null],
  [false, "Extension sync failed. Please try logging in directly in the extension."],
  ["error", "Extension sync returned an error. Please try logging in directly in the extension."],
  ["silent", "Failed to sync with extension. Please try logging in directly in the extension."],
] as const)("says in the specification's words why the extension is behind, and the way out (A279, A281, A282): %s", (answer, said) => {
  expect(syncProblem(answer)).toBe(said);
});
