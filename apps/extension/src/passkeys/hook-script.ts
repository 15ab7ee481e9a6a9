/**
 * In the page's own world: asks us first when the page calls for a passkey, and the browser with the page's own options wherever we do not answer. Until then it runs
 * nothing and listens to nothing. All it uses is taken from the browser before the page's first script, and what it gives a page is whole: right prototypes, own `toJSON`.
 */
import { builtFrom, type CredentialJson } from "./built-credential.ts";
import { ASK_EVENT, type CeremonyKind, type FromPage, type PageAnswer, type PageAsk } from "./messages.ts";
import { creationOf, isAborted, requestOf } from "./page-options.ts";

type Options = (CredentialRequestOptions & CredentialCreationOptions & Record<string, unknown>) | undefined;

const { apply, defineProperty } = Reflect;
const Channel = MessageChannel;
const Handed = MessageEvent;
const Later = Promise;
const Refused = DOMException;
const send = dispatchEvent.bind(globalThis);
const { addEventListener: hear, removeEventListener: hearNoMore } = EventTarget.prototype;
const { postMessage: post } = MessagePort.prototype;

/** Other kinds of credentials that a page may want as well: only the browser can offer them together. */
const OTHERS = ["password", "federated", "otp", "identity", "digital"] as const;

const READERS: Readonly<Record<CeremonyKind, (asked: unknown) => object>> = { get: requestOf, create: creationOf };

/** @returns null for what is none of ours. @throws what a page's own getters throw, and where the browser would refuse: it is asked then. */
function readAsk(kind: CeremonyKind, options: Options): (PageAsk & { readonly signal: AbortSignal | undefined }) | null {
  const { publicKey, mediation, signal } = options ?? {};
  if (publicKey === undefined) return null;
  // A window may not open with any other, and words that are none the browser refuses.
  if (mediation !== undefined && mediation !== "optional" && mediation !== "required") return null;
  if (signal !== undefined && isAborted(signal)) return null;
  for (let at = 0; at < OTHERS.length; at++) if (options?.[OTHERS[at] ?? ""] !== undefined) return null;
  return { kind, options: READERS[kind](publicKey), signal };
}

const refusal = (name: string): Error =>
  name === "TypeError"
    ? new TypeError("The options are not valid")
    : new Refused("The operation either timed out or was not allowed", name);

/** @param take - hands the answer to the page. @returns whether anything of ours has heard the question. */
function ask({ kind, options, signal }: NonNullable<ReturnType<typeof readAsk>>, take: (answer: PageAnswer) => void): boolean {
  const { port1, port2 } = new Channel();
  const say = (word: FromPage): unknown => apply(post, port1, [word]);
  const abort = (): void => {
    say("taken back");
    take({ error: "" });
  };
  port1.onmessage = ({ data }) => {
    if (signal !== undefined) apply(hearNoMore, signal, ["abort", abort]);
    take(data as PageAnswer);
    say("told");
  };
  if (signal !== undefined) apply(hear, signal, ["abort", abort]);
  return !send(new Handed(ASK_EVENT, { cancelable: true, data: { kind, options }, ports: [port2] }));
}

/** @throws what it tells the page too, where the page has spoiled what its objects are made of: then it has not got it */
function built(credential: CredentialJson, refuse: (why: unknown) => void): PublicKeyCredential {
  try {
    return builtFrom(credential);
  } catch (error) {
    refuse(error);
    throw error;
  }
}

/** The browser's function with ours in front of it: its name and the number of its arguments stay. */
function wrap(kind: CeremonyKind): void {
  const container = CredentialsContainer.prototype;
  const native = container[kind];
  const { [kind]: ours } = {
    [kind](this: CredentialsContainer, ...args: [Options?]): Promise<Credential | null> {
      const browser = (): Promise<Credential | null> => apply(native, this, args) as Promise<Credential | null>;
      let asked: ReturnType<typeof readAsk> = null;
      try {
        asked = this === navigator.credentials ? readAsk(kind, args[0]) : null;
      } catch {
        return browser();
      }
      if (asked === null) return browser();
      const { signal } = asked;
      return new Later((resolve, reject) => {
        const isHeard = ask(asked, (answer) => {
          if ("by" in answer) resolve(browser());
          else if ("error" in answer) reject(signal?.aborted ? signal.reason : refusal(answer.error));
          else resolve(built(answer.credential as CredentialJson, reject));
        });
        if (!isHeard) resolve(browser());
      });
    },
  };
  defineProperty(container, kind, { value: ours, writable: true, enumerable: true, configurable: true });
}

if (typeof PublicKeyCredential === "function" && typeof CredentialsContainer === "function") {
  wrap("get");
  wrap("create");
}
