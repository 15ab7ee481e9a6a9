/** A guessable master password, set by calls of the client that no form has checked. */
import { expect } from "vitest";
import { checkPatterns } from "../../../packages/app/src/ui/password-patterns.ts";
import { type Client, memoryKeyStore, memoryRecordStore, openClient } from "../../../packages/client/src/index.ts";
import type { EstimateStrength } from "../../../packages/core/src/passwords/guessable.ts";
import type { Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

/** Each takes the registration's rule; the second is too common, the last is no more than a part of the address. */
const weakFor = (email: string) => ["Bayern-Muenchen-1900!", "Liverpool-123!", `Planet-${email.split("@")[0]}-Nettle-7!`];
const GOOD = "Planet-Harbour-Nettle-77!";

/** As in the worker of the page. */
const estimateStrength: EstimateStrength = async ({ password, known }) => {
  const { score, feedback } = checkPatterns(password, known);
  return { score, reason: feedback.warning ?? "" };
};

/** A device with the estimate of a page, whose calls are counted. */
function openDevice({ world }: Stage) {
  const calls: string[] = [];
  const send: typeof fetch = (input, init) => {
    calls.push(String(input));
    return fetch(input, init);
  };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const client = openClient({ origin: world.origin, ...stores, device: "no form", estimateStrength, fetch: send, now: world.now });
  return { client, calls };
}

/** Every call that sets a master password. */
function settersOf(client: Client, { email, recoveryKey }: Stage["ann"], current: string) {
  const [onProgress, hint] = [() => undefined, null];
  return {
    register: (password: string) => client.account.register({ token: "made-up", email, password, hint }),
    createProfile: (password: string) => client.account.createProfile({ email, password, hint }),
    changePassword: (next: string) => client.account.changePassword({ current, next, hint }),
    renewAllKeys: (password: string) => client.account.renewAllKeys({ current, next: { password, hint }, onProgress }),
    resetPassword: (password: string) => client.account.resetPassword({ email, password, recoveryKey, discard: false, onProgress }),
  };
}

export const WEAK_PASSWORDS: readonly Row[] = [
  {
    attack: "72",
    does: "a page, or another program on this client, sets a guessable master password without the form",
    answer: "every call refuses it and sends nothing; a good one is set",
    run: async (stage) => {
      const { ann, world } = stage;
      const { client, calls } = openDevice(stage);
      await client.account.login(ann);
      await client.vault.pull();
      await client.account.forgotPassword(ann);
      await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
      for (const [name, set] of Object.entries(settersOf(client, ann, ann.password)))
        for (const password of weakFor(ann.email)) {
          calls.length = 0;
          const refusal = await set(password).catch((error: unknown) => error);
          expect([name, password, refusal]).toEqual([name, password, expect.objectContaining({ name: "ClientError" })]);
          expect([name, String(refusal)]).toEqual([name, expect.stringMatching(/: (This|Your) password/)]);
          expect([name, calls]).toEqual([name, []]);
        }
      await client.account.changePassword({ current: ann.password, next: GOOD, hint: null });
      await client.account.logout();
      await client.account.login({ email: ann.email, password: GOOD });
    },
  },
];
