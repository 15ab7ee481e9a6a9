/**
 * In the page's own world: asks us first when the page calls for a passkey, and the browser with the page's own options wherever we do not answer. Until then it runs
 * nothing and listens to nothing. All it uses is taken from the browser before the page's first script, and what it gives a page is whole: right prototypes, own `toJSON`.
 */
import { builtFrom, type CredentialJson } from "./built-credential.ts";
import { ASK_EVENT, type CeremonyKind, type PageAnswer, type PageAsk } from "./messages.ts";
import { creationText, requestText } from "./page-options.ts";

type Options = (CredentialRequestOptions & CredentialCreationOptions & Record<string, unknown>) | undefined;

const { apply, defineProperty } = Reflect;
const Channel = MessageChannel;
const Handed = MessageEvent;
const send = dispatchEvent.bind(globalThis);

/** A mediation with which no window may open. */
const QUIET: readonly unknown[] = ["conditional", "silent"];
/** Other kinds of credentials that a page may want as well: only the browser can offer them together. */
const OTHERS = ["password", "federated", "otp", "identity", "digital"] as const;

const TEXTS: Readonly<Record<CeremonyKind, (asked: unknown) => string>> = { get: requestText, create: creationText };

/** @returns null for what is none of ours. @throws what a page's own getters throw, and where the browser would refuse: it is asked then. */
function readAsk(kind: CeremonyKind, options: Options): (PageAsk & { readonly signal: AbortSignal | undefined }) | null {
  const { publicKey, mediation, signal } = options ?? {};
  if (publicKey === undefined || QUIET.includes(mediation) || signal?.aborted) return null;
  if (OTHERS.some((name) => options?.[name] !== undefined)) return null;
  return { kind, options: TEXTS[kind](publicKey), signal };
}

const refusal = (name: string): Error =>
  name === "TypeError"
    ? new TypeError("The options are not valid")
    : new DOMException("The operation either timed out or was not allowed", name);

/** @returns whether anything of ours has heard the question. */
function ask({ kind, options, signal }: NonNullable<ReturnType<typeof readAsk>>, hear: (answer: PageAnswer) => void): boolean {
  const { port1, port2 } = new Channel();
  const abort = (): void => {
    port1.postMessage(null);
    hear({ error: "" });
  };
  port1.onmessage = ({ data }) => {
    signal?.removeEventListener("abort", abort);
    port1.close();
    hear(data as PageAnswer);
  };
  signal?.addEventListener("abort", abort);
  return !send(new Handed(ASK_EVENT, { cancelable: true, data: { kind, options }, ports: [port2] }));
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
      return new Promise((resolve, reject) => {
        const isHeard = ask(asked, (answer) => {
          if ("by" in answer) resolve(browser());
          else if ("credential" in answer) resolve(builtFrom(answer.credential as CredentialJson));
          else reject(signal?.aborted ? signal.reason : refusal(answer.error));
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
