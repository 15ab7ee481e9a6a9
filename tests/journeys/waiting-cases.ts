/** How sites wait for a passkey while the person goes on, as they call it: the same in a browser alone and with us. */
import type { Page } from "@playwright/test";

/** What sites do, by name: `wait` calls as they wait, `get` and `make` as they call otherwise; `later` is how long it takes to see that nothing comes. */
export const CASES: Readonly<Record<string, string>> = {
  "it waits": "[wait()]",
  "with ids that no one has": `[wait({}, { allowCredentials: [{ type: "public-key", id: new Uint8Array(16) }] })]`,
  "with the id of one that is held": `[wait({}, { allowCredentials: [{ type: "public-key", id: held }] })]`,
  "a time limit counts for nothing": "[wait({}, { timeout: 1 })]",
  "waits twice": "[wait(), wait()]",
  "waits three times": "[wait(), wait(), wait()]",
  "asks while it waits": "[wait(), get()]",
  "makes one while it waits": "[wait(), make()]",
  "waits while it asks": "[get(), wait()]",
  "takes back before it asks": "[wait({ signal: aborted('no') })]",
  "takes back without a reason": "[wait({ signal: soon() })]",
  "takes back with a word": "[wait({ signal: soon('why') })]",
  "takes back with an error": "[wait({ signal: soon(new RangeError('mine')) })]",
  "takes back and waits again": "[wait({ signal: soon() }), later().then(() => wait())]",
  "takes back and waits again in one breath": "[wait({ signal: stop.signal }), now(() => stop.abort()), wait(), wait()]",
  "takes back and asks in one breath":
    "[wait({ signal: stop.signal }), now(() => stop.abort()), get({ allowCredentials: [{ type: 'public-key', id: new Uint8Array(9) }] }), wait()]",
  "another site's": "[wait({}, { rpId: 'com' })]",
  "its own name": "[wait({}, { rpId: 'localhost' })]",
  "nothing to ask": "[navigator.credentials.get({ mediation: 'conditional' })]",
  "no challenge": "[navigator.credentials.get({ mediation: 'conditional', publicKey: {} })]",
  null: "[navigator.credentials.get({ mediation: 'conditional', publicKey: null })]",
  "a signal that is none": "[wait({ signal: {} })]",
  "options that inherit": "[navigator.credentials.get(Object.create({ mediation: 'conditional', publicKey: { challenge } }))]",
  "options behind a proxy": "[navigator.credentials.get(new Proxy({ mediation: 'conditional', publicKey: { challenge } }, {}))]",
  "options that throw": "[wait({ get signal() { throw new RangeError('mine'); } })]",
  "options that throw later": "[wait({}, { get rpId() { throw new RangeError('mine'); } })]",
  "with a password too": "[wait({ password: true })]",
  "makes one by itself": "[make({ mediation: 'conditional' })]",
  "says that it can": "[PublicKeyCredential.isConditionalMediationAvailable()]",
};

/** How each of the calls ends, as a page sees it. */
export async function endsOf(page: Page, text: string, held: string): Promise<readonly unknown[]> {
  await page.evaluate(`globalThis.callsOf = ({ challenge, stop, later, held, wait, get, make, aborted, soon, now }) => (${text})`);
  return page.evaluate(async (held) => {
    const challenge = new Uint8Array(16);
    const stop = new AbortController();
    const later = () => new Promise((resolve) => setTimeout(resolve, 400));
    const { credentials } = navigator;
    const base = { challenge, rp: { name: "Site" }, user: { id: new Uint8Array([7]), name: "ann", displayName: "Ann" } };
    const means = {
      challenge,
      stop,
      later,
      held: Uint8Array.from(atob(held.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)),
      wait: (options = {}, more = {}) => {
        const given = {
          mediation: "conditional",
          publicKey: Object.defineProperties({ challenge }, Object.getOwnPropertyDescriptors(more)),
        };
        return credentials.get(Object.defineProperties(given, Object.getOwnPropertyDescriptors(options)) as CredentialRequestOptions);
      },
      get: (more = {}) => credentials.get({ publicKey: { challenge, ...more } }),
      make: (options = {}) =>
        credentials.create({ publicKey: { ...base, pubKeyCredParams: [{ type: "public-key", alg: -7 }] }, ...options }),
      aborted: (reason: unknown) => AbortSignal.abort(reason),
      soon: (reason: unknown) => {
        const own = new AbortController();
        setTimeout(() => (reason === undefined ? own.abort() : own.abort(reason)), 150);
        return own.signal;
      },
      now: (work: () => void) => {
        work();
        return "done";
      },
    };
    const { callsOf } = globalThis as unknown as { callsOf: (given: object) => unknown[] };
    const said = (error: unknown): unknown =>
      error instanceof Error ? [error.name, error instanceof DOMException ? error.code : "", error instanceof RangeError] : error;
    const ended = callsOf(means).map((one) =>
      Promise.race([
        Promise.resolve(one).then(
          (found) => (found instanceof Credential ? "a credential" : found),
          (error: unknown) => ["refused", said(error)],
        ),
        new Promise((resolve) => setTimeout(() => resolve("waits"), 1_500)),
      ]),
    );
    return Promise.all(ended);
  }, held);
}
