/** Messages about passkeys: from our script in a page's own world to the one next to it, on to the worker, and from the window where a person decides. No private key is in them. */

/** The event by which the first script hands the second one a line. The page can send it too, and is then answered as the browser would be asked. */
export const ASK_EVENT = "coffer-passkey";

/** How long a page waits to hear that a window of the extension opens. After that the browser is asked, whatever our worker says later. */
export const DECIDED_WITHIN_MS = 300;

/** `get`: a site wants to be signed in to. `create`: it wants a new passkey. */
export type CeremonyKind = "get" | "create";

/** What a site says without being asked (Signal API). */
export const SIGNALS = ["signalUnknownCredential", "signalAllAcceptedCredentials", "signalCurrentUserDetails"] as const;
export type SignalKind = (typeof SIGNALS)[number];

/** To the worker. */
export interface FromSignal {
  readonly signal: SignalKind;
  /** As JSON. */
  readonly said: string;
}

/** What a page asks for, as text: nothing of it is believed but what WebAuthn would let it say. */
export interface PageAsk {
  readonly kind: CeremonyKind;
  /** Whether the page waits while the person goes on (`mediation: "conditional"`): then no window opens before they pick, and the browser waits as well. */
  readonly waits: boolean;
  /** Whether no other question of the page is open: what it asked before is answered or taken back, though word of that may still be on its way. */
  readonly alone: boolean;
  /** Plain, with bytes as text. Null: the page only wants to know whether it could have one made here. */
  readonly options: object | null;
}

/** What a page's script says further: that its signal has come, or that the page has its answer. */
export type FromPage = "taken back" | "told";

/** The same question written down: to the worker, which keeps it. */
interface WrittenAsk {
  readonly kind: CeremonyKind;
  /** As JSON; `parse-request.ts` reads it. */
  readonly options: string;
}

/** What a page waits for while the person goes on: `id` names it, as it names a ceremony. */
export interface Question {
  readonly id: string;
  /** As JSON. */
  readonly options: string;
}

/** From the popup to the page under it, which answers with `Waits` where it waits for a passkey. */
export const WANTED = "coffer-passkey-wanted";
export interface Waits {
  readonly waits: Question;
}

/** From the popup to the worker: the person has picked a login with a passkey. */
export interface PickedPasskey {
  readonly pickedPasskey: OpenCeremony;
}

/** More in one list the browser refuses. */
export const MOST_LISTED = 64;

/** Longer is no question of a site. */
export const ASK_MAX_LENGTH = 65_536;

/** From the script next to the page, to the worker. `open` follows `ask` once no time was lost: then a window may open. */
export interface FromRelay extends WrittenAsk {
  readonly passkey: "ask" | "open";
  /** Names one ceremony: the window is found by it. */
  readonly id: string;
  /** Names of the lines that the page still takes: the window of another has nothing to do any more. */
  readonly lines: readonly string[];
}

/** `browser`: the browser answers, with nothing of the extension in sight. `ours`: a window of the extension does. */
export type Decision = typeof OURS | Exclude<PageAnswer, { readonly credential: object }>;
/** A passkey can be made here. */
export const CAN = { can: true } as const;
export const BROWSER = { by: "browser" } as const;
export const OURS = { by: "ours" } as const;

/** To the page. Without a credential or an error the browser is asked, with the page's own options. */
export type PageAnswer = typeof BROWSER | typeof CAN | { readonly error: string } | { readonly credential: object };

/** What the worker keeps while a window of the extension is open. */
export interface OpenCeremony extends WrittenAsk {
  readonly id: string;
  readonly tabId: number;
  readonly windowId?: number | undefined;
  /** Of the page, which alone is answered: what is loaded in its place is another. */
  readonly documentId: string;
  readonly origin: string;
  /** The RP ID of another site, which has named this page in its document. */
  readonly relatedTo?: string | undefined;
  /** The login that the person has picked already, in the menu at a field or in the popup: the window signs with its passkey. */
  readonly picked?: string | undefined;
}

/** The name of the line between the window and the page. */
export const lineName = (id: string): string => `passkey ${id}`;
