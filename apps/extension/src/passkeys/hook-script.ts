/**
 * In the page's own world: asks us first when the page calls for a passkey, and the browser with the page's own options wherever we do not answer. Until then it runs
 * nothing and listens to nothing. All it uses is taken from the browser before the page's first script, and what it gives a page is whole: right prototypes, own `toJSON`.
 */
import { buildCredential, type CredentialJson } from "./build-credential.ts";
import { ASK_EVENT, type CeremonyKind, type FromPage, type PageAnswer, type PageAsk, SIGNALS, type SignalKind } from "./messages.ts";
import { creationOf, isAborted, reads, requestOf } from "./page-options.ts";

type Options = (CredentialRequestOptions & CredentialCreationOptions & Record<string, unknown>) | undefined;

const { apply, defineProperty } = Reflect;
const { create } = Object;
const Channel = MessageChannel;
const Handed = MessageEvent;
const Later = Promise;
const Refused = DOMException;
const send = dispatchEvent.bind(globalThis);
const { addEventListener: hear, removeEventListener: hearNoMore } = EventTarget.prototype;
const { postMessage: post } = MessagePort.prototype;
const Stop = AbortController;
const { abort: stop } = AbortController.prototype;
const signalOf = reads(AbortController.prototype, "signal");

/** Other kinds of credentials that a page may want as well: only the browser can offer them together. */
const OTHERS = ["password", "federated", "otp", "identity", "digital"] as const;

const READERS: Readonly<Record<CeremonyKind, (asked: unknown) => object>> = { get: requestOf, create: creationOf };

/** What ends the browser's own wait while the person goes on (`mediation: "conditional"`), and how many questions of the extension the page waits for otherwise: a browser answers one at a time. */
let waiting: AbortController | null = null;
let asking = 0;

type PageRequest = Omit<PageAsk, "alone"> & { readonly signal: AbortSignal | undefined };

/** @returns null for what Coffer does not answer. @throws what a page's own getters throw, and where the browser would refuse: it is asked then. */
function readAsk(kind: CeremonyKind, options: Options): PageRequest | null {
  const { publicKey, mediation, signal } = options ?? {};
  if (publicKey === undefined) return null;
  const waits = kind === "get" && mediation === "conditional";
  // A window may not open with any other, and words that are none the browser refuses.
  if (!waits && mediation !== undefined && mediation !== "optional" && mediation !== "required") return null;
  if (signal !== undefined && isAborted(signal)) return null;
  for (let at = 0; at < OTHERS.length; at++) if (options?.[OTHERS[at] ?? ""] !== undefined) return null;
  return { kind, waits, options: READERS[kind](publicKey), signal };
}

const refusal = (name: string): Error =>
  name === "TypeError"
    ? new TypeError("The options are not valid")
    : new Refused("The operation either timed out or was not allowed", name);

/** @param take - hands the answer to the page. @returns null where nothing of the extension has heard the question; else what says that it is over. */
function ask({ kind, waits, options, signal }: PageRequest, take: (answer: PageAnswer) => void): (() => void) | null {
  const { port1, port2 } = new Channel();
  const say = (word: FromPage): unknown => apply(post, port1, [word]);
  const abort = (): void => {
    say("taken back");
    if (end()) take({ error: "" });
  };
  let isOver = false;
  const end = (): boolean => {
    const isFirst = !isOver;
    isOver = true;
    if (isFirst && signal !== undefined) apply(hearNoMore, signal, ["abort", abort]);
    return isFirst;
  };
  port1.onmessage = ({ data }) => {
    if (!end()) return;
    take(data as PageAnswer);
    say("told");
  };
  if (signal !== undefined) apply(hear, signal, ["abort", abort]);
  if (send(new Handed(ASK_EVENT, { cancelable: true, data: { kind, waits, options, alone: asking === 0 }, ports: [port2] }))) return null;
  return () => {
    if (end()) say("taken back");
  };
}

/** @throws what it tells the page too, where the page has spoiled what its objects are made of: then it has not got it */
function built(credential: CredentialJson, refuse: (why: unknown) => void): PublicKeyCredential {
  try {
    return buildCredential(credential);
  } catch (error) {
    refuse(error);
    throw error;
  }
}

type Settle = ConstructorParameters<typeof Promise<Credential | null>>[0];

/** The browser waits next to us, by the page's own options but for the signal: a passkey of Coffer ends its wait, and the page's own signal ends both. */
function waitsForBoth(asked: PageRequest, browser: (signal: unknown) => Promise<Credential | null>): Settle {
  return async (resolve, reject) => {
    const own = new Stop();
    const ends = (): void => {
      if (waiting === own) waiting = null;
    };
    try {
      const over = ask(asked, (answer) => {
        ends();
        if ("credential" in answer) resolve(built(answer.credential as CredentialJson, reject));
        apply(stop, own, [asked.signal?.reason]);
      });
      waiting = own;
      try {
        resolve(await browser(signalOf(own)));
      } finally {
        ends();
        over?.();
      }
    } catch (error) {
      reject(error);
    }
  };
}

const asksUs =
  (asked: PageRequest, browser: () => Promise<Credential | null>): Settle =>
  (resolve, reject) => {
    const { signal } = asked;
    const over = ask(asked, (answer) => {
      asking--;
      if ("credential" in answer) resolve(built(answer.credential as CredentialJson, reject));
      else if ("error" in answer) reject(signal?.aborted ? signal.reason : refusal(answer.error));
      else resolve(browser());
    });
    if (over === null) resolve(browser());
    else asking++;
  };

/** As the browser's own functions are put there. */
const put = (on: object, name: string, value: unknown): boolean =>
  defineProperty(on, name, { value, writable: true, enumerable: true, configurable: true });

/** The browser's function with ours in front of it: its name and the number of its arguments stay. */
function wrap(kind: CeremonyKind): void {
  const container = CredentialsContainer.prototype;
  const native = container[kind];
  const { [kind]: ours } = {
    [kind](this: CredentialsContainer, ...args: [Options?]): Promise<Credential | null> {
      const browser = (...given: [Options?] | []): Promise<Credential | null> => apply(native, this, given) as Promise<Credential | null>;
      let asked: PageRequest | null = null;
      try {
        asked = this === navigator.credentials && waiting === null ? readAsk(kind, args[0]) : null;
      } catch {
        return browser(...args);
      }
      if (asked === null) return browser(...args);
      if (!asked.waits) return new Later(asksUs(asked, () => browser(...args)));
      if (asking > 0) return new Later((_, reject) => reject(refusal("OperationError")));
      return new Later(waitsForBoth(asked, (signal) => browser(create(args[0] as object, { signal: { value: signal } }))));
    },
  };
  put(container, kind, ours);
}

/** The browser hears it first, and what it refuses is told no further. The page gets the browser's own answer. */
async function passesOn(kind: SignalKind, given: unknown, done: Promise<undefined>): Promise<void> {
  try {
    const { rpId, credentialId, userId, allAcceptedCredentialIds: ids, name, displayName } = given as Record<string, unknown>;
    const options = { rpId, credentialId, userId, allAcceptedCredentialIds: ids && [...(ids as string[])], name, displayName };
    await done;
    send(new Handed(ASK_EVENT, { cancelable: true, data: { kind, options }, ports: [new Channel().port2] }));
  } catch {
    // The page hears it of the browser.
  }
}

function wrapSignal(kind: SignalKind): void {
  const { [kind]: native } = PublicKeyCredential as unknown as Partial<Record<SignalKind, () => Promise<undefined>>>;
  if (native === undefined) return;
  const { [kind]: ours } = {
    [kind](this: unknown, given: unknown) {
      const done = apply(native, this, [given]);
      void passesOn(kind, given, done);
      return done;
    },
  };
  put(PublicKeyCredential, kind, ours);
}

/** Whether a passkey could be made here, by us. */
const isOurs = (): Promise<boolean> =>
  new Later((resolve) => {
    const asked = { kind: "create", waits: false, options: null, signal: undefined } as const;
    if (ask(asked, (answer) => resolve("can" in answer)) === null) resolve(false);
  });

/** Says yes too where the browser cannot keep passkeys on this computer and we can; by this word sites decide whether to offer them. We are asked only where it says no. */
function wrapAble(name: string): void {
  const { [name]: native } = PublicKeyCredential as unknown as Record<string, (() => Promise<false | Record<string, boolean>>) | undefined>;
  if (native === undefined) return;
  const { [name]: ours } = {
    async [name](this: unknown) {
      const said = await apply(native, this, []);
      if ((said && said[VERIFYING] !== false) || !(await isOurs())) return said;
      if (said) said[VERIFYING] = said.passkeyPlatformAuthenticator = true;
      return said || true;
    },
  };
  put(PublicKeyCredential, name, ours);
}

const VERIFYING = "userVerifyingPlatformAuthenticator";

if (typeof PublicKeyCredential === "function" && typeof CredentialsContainer === "function") {
  wrap("get");
  wrap("create");
  SIGNALS.forEach(wrapSignal);
  wrapAble("isUserVerifyingPlatformAuthenticatorAvailable");
  wrapAble("getClientCapabilities");
}
