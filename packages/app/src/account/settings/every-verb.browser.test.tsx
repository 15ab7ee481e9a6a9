/**
 * Every verb of the account that a screen asks for, made to fail in each way there is: a sentence says so, what was typed is still there, and the same button asks
 * again. Generated from a table that is compared with the sources: a new call is looked at from its first day.
 */
import { AppError, ERRORS } from "@coffer/contract/errors";
import { DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { noConnection } from "../../testing/no-connection.ts";
import { renderApp } from "../../testing/render.tsx";
import { proof } from "../../ui/confirm.ts";
import { recoveryEmail } from "../recovery/recovery-email.ts";
import { MfaSetupPage } from "../two-factor/MfaSetupPage.tsx";
import { SIGNED_IN_VERBS } from "./testing/signed-in-verbs.tsx";
import { SIGNED_OUT_VERBS } from "./testing/signed-out-verbs.tsx";
import { type Account, press, SENDS_ITSELF, type VerbScreen } from "./testing/verb-screen.ts";

const PLACES = [...SIGNED_OUT_VERBS, ...SIGNED_IN_VERBS];

/** A new master password is looked at first, by a worker that has long lists to load. */
const SOME_TIME = { timeout: 10_000 };

/** Verbs that no one waits for: what they would show is not shown, and what they would send is sent once more. */
const SILENT = new Set([
  "discardedVaults",
  "lockSettings.read",
  "isSecondFactorMissing",
  "mayHavePasskey",
  "hasUnsent",
  "hasUnsavedKit",
  "kitSaved",
  "lock",
  "keepAlive",
  "tellAuthenticator",
]);

/** What went wrong, and what the sentence says of it. */
const FAILURES: readonly (readonly [name: string, error: () => Error, said: RegExp])[] = [
  ["no answer", noConnection, /There is no connection to the server\./],
  ["something unexpected happens", () => new TypeError("undefined is not an object"), /^(?!.*undefined is not an object).*\S/],
  ["it is refused", () => new AppError("rate_limited"), new RegExp(ERRORS.rate_limited[1])],
];

/** Alerts, toasts, and the message below a wrong field: all of them are read out. */
function said(): string[] {
  const below = [...document.querySelectorAll('[aria-invalid="true"]')].flatMap((field) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)),
  );
  const elements = new Set([...document.querySelectorAll("[role=alert], [data-toast]"), ...below]);
  return [...elements].map((element) => element?.textContent ?? "").filter(Boolean);
}

async function show({ verb, screen, at = "/", isOutside, given = {} }: VerbScreen, failing: () => Promise<never>): Promise<void> {
  const [name = "", inner] = verb.split(".");
  const quiet: Account = {
    discardedVaults: async () => [],
    rehearsals: async () => ({ triedAt: null, nextAt: 0, isDue: true }),
    hasUnsavedKit: async () => false,
  };
  const settings = { read: async () => DEFAULT_SETTINGS }; // are read before they are written
  const account = { ...quiet, ...given, [name]: inner === undefined ? failing : { ...settings, [inner]: failing } };
  await renderApp(screen, { client: fakeClient({ session: isOutside ? null : ANN, account }), at });
}

async function ask({ press: button, yes }: VerbScreen): Promise<void> {
  await (typeof button === "string" ? press(button) : button());
  if (yes !== undefined) await page.getByRole("alertdialog").getByRole("button", { name: yes, exact: true }).click();
}

const field = (label: string) => page.getByLabelText(label, { exact: true });

/** Types, and sends unless typing did. */
async function askFirst(place: VerbScreen, failing: { readonly mock: { readonly calls: unknown[] } }): Promise<void> {
  await place.way?.();
  notifications.clean(); // what the way there said; where the pointer rests on it, it stays
  for (const [label, text] of Object.entries(place.typed ?? {})) await field(label).fill(text);
  const sendsItself = place.typed !== undefined && Object.values(place.typed).at(-1) === SENDS_ITSELF;
  if (!sendsItself && place.press !== "Try again") await ask(place);
  await expect.poll(() => failing.mock.calls.length, SOME_TIME).toBe(1);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  recoveryEmail.keep(ANN.user.email);
});
afterEach(() => proof.answer(false));

describe.each(FAILURES)("when %s", (_, error, sentence) => {
  it.each(PLACES.map((place) => [place.verb, typeof place.press === "string" ? place.press : "choosing", place] as const))(
    "%s, asked for by %s, says so, keeps what was typed, and is asked for again",
    async (_verb, _press, place) => {
      const failing = vi.fn(() => Promise.reject(error()));
      if (place.verb === "prove") void proof.ask({});
      await show(place, failing);
      await askFirst(place, failing);
      await expect.poll(() => said().filter((text) => sentence.test(text)).length, SOME_TIME).toBe(1);
      for (const [label, text] of Object.entries(place.typed ?? {})) await expect.element(field(label)).toHaveValue(text);
      notifications.clean(); // it may cover the button
      await ask(place);
      await expect.poll(() => failing.mock.calls.length, SOME_TIME).toBe(2);
    },
  );
});

it("leaves it to the sign-in page to say that the session has ended: no toast says it too", async () => {
  const setupMfa = vi.fn(() => Promise.reject(new AppError("session_expired")));
  const client = fakeClient({ session: ANN, account: { setupMfa } });
  await renderApp(<MfaSetupPage />, { client });
  await press("Setup MFA");
  await expect.poll(() => setupMfa.mock.calls.length).toBe(1);
  setupMfa.mockImplementationOnce(() => Promise.reject(new AppError("rate_limited")));
  await press("Setup MFA");
  await expect.poll(said).toEqual([ERRORS.rate_limited[1]]);
});

it("looks at every verb that a screen of this feature asks for", () => {
  const sources = import.meta.glob<string>(["../**/*.ts", "../**/*.tsx", "!../**/*.test.*", "!../**/testing/**"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const asked = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/\baccount\.((?:lockSettings\.)?\w+)\(/g)].map((found) => found[1] ?? ""),
  );
  const looked = new Set(PLACES.map(({ verb }) => verb));
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect([...new Set(asked)].filter((verb) => !looked.has(verb) && !SILENT.has(verb))).toEqual([]);
});
