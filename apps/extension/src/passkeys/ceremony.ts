/**
 * What a window for a site's question does, whatever it is about: holds the line to the one document that asked, has the vault open and the person proved. What is answered,
 * `sign-in.ts` and `make-passkey.ts` say.
 */
import { type Client, ClientError } from "@coffer/client";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import type { Item } from "@coffer/core/items/item";
import { rpIdForSignIn } from "@coffer/core/items/related-origins";
import { slotName } from "../storage-keys.ts";
import { lockIfDue } from "../worker/auto-lock.ts";
import { noteKnown } from "./known-passkeys.ts";
import { BROWSER, lineName, type OpenCeremony, type PageAnswer } from "./messages.ts";
import { forgetCeremony } from "./open-ceremony.ts";
import { isUserVerified } from "./user-verification.ts";

type UserVerification = "required" | "preferred" | "discouraged";

/** What a person can press. */
export interface Choice {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  /** Whose it is or who will read it, where that is not the user alone; empty or absent else. */
  readonly note?: string;
  readonly label: string;
  /** Whether the master password is wanted first. */
  readonly wantsPassword: () => Promise<boolean>;
  readonly take: () => Promise<void>;
}

/** The window has nothing to do any more. */
export class OverError extends Error {}

const TIMEOUT = { least: 30_000, most: 600_000, usual: 300_000 } as const;

/** How long a press waits for the server. Without an answer what is held counts: a site can be signed in to while our server is down. */
const NEWS_WITHIN_MS = 3_000;

/** A page takes what it is given in less. */
const TOLD_WITHIN_MS = 2_000;

export class Ceremony {
  readonly site: string;
  readonly host: string;
  readonly open: OpenCeremony;
  readonly #line: chrome.runtime.Port;
  readonly #over: () => void;
  readonly #told: Promise<true>;
  #news: Promise<unknown> | null = null;
  /** Until no one answers any more. */
  readonly #waits: ReturnType<typeof setTimeout>;

  /** @param over - called when there is nothing to do any more */
  constructor(open: OpenCeremony, site: string, timeout: number | null, over: () => void) {
    this.open = open;
    this.site = site;
    this.host = new URL(open.origin).host;
    this.#over = over;
    const { tabId, documentId, id } = open;
    this.#line = chrome.tabs.connect(tabId, { name: lineName(id), documentId });
    this.#told = new Promise((resolve) => this.#line.onMessage.addListener(() => resolve(true)));
    // The page is gone, or has taken its question back.
    this.#line.onDisconnect.addListener(() => void this.end());
    const { least, most, usual } = TIMEOUT;
    this.#waits = setTimeout(() => void this.answer({ error: "NotAllowedError" }), Math.min(Math.max(timeout ?? usual, least), most));
    chrome.storage.session.onChanged.addListener((changes) => {
      if (slotName(LOCAL_HALF) in changes) void this.answer(BROWSER);
    });
  }

  /** Ends the window. @param once - what there is to do once the page has it: a page that does not say so has not */
  async answer(answer: PageAnswer, once: () => Promise<unknown> = async () => undefined): Promise<void> {
    // Before the page has its answer: what it asks next is another question, also while this window still closes.
    await forgetCeremony(this.open.id);
    this.#line.postMessage(answer);
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), TOLD_WITHIN_MS));
    if (await Promise.race([this.#told, late])) await once();
    await this.end();
  }

  async end(): Promise<void> {
    clearTimeout(this.#waits);
    await forgetCeremony(this.open.id);
    this.#over();
  }

  /** What the open vault shows. @throws OverError where it is locked: the browser answers then */
  async items(client: Client): Promise<readonly Item[]> {
    await client.account.resume();
    if (client.session === null || client.isLocked || (await lockIfDue(client, () => undefined))) {
      void this.answer(BROWSER);
      throw new OverError();
    }
    return (client.vault.contents() ?? (await client.vault.local()) ?? (await client.vault.pull())).items;
  }

  /** What other devices have changed is here, or the server does not say: it is asked once, when the window opens. */
  news(client: Client): Promise<unknown> {
    this.#news ??= client.vault
      .pull()
      .then(() => noteKnown(client))
      .catch(() => undefined); // a page of the extension says what is wrong
    return this.#news;
  }

  /** The same, for as long as a press may wait. */
  newsSoon = (client: Client): Promise<unknown> =>
    Promise.race([this.news(client), new Promise((resolve) => setTimeout(resolve, NEWS_WITHIN_MS))]);

  /** Whether the master password is wanted: for a user that is to be verified, unless it was typed a moment ago. */
  wantsPassword = async (client: Client, verification: UserVerification): Promise<boolean> =>
    verification !== "discouraged" && !(await isUserVerified(client, Date.now()));

  /** As the passkey is used. @throws ClientError where the password that was typed counts no more since the press: the person presses again, and types it */
  async isVerified(client: Client, verification: UserVerification): Promise<boolean> {
    const isProven = await isUserVerified(client, Date.now());
    if (verification === "required" && !isProven) throw new ClientError("Press again: your master password is needed once more.");
    return isProven;
  }

  /** @throws ClientError 'Invalid master password' */
  async prove(client: Client, password: string): Promise<void> {
    await client.account.prove({ password, isHere: true });
  }

  /** The browser answers at this host from now on. */
  async alwaysBrowser(client: Client): Promise<void> {
    await client.sites.list({ list: "passkeys-elsewhere", host: this.host });
    await noteKnown(client);
    await this.answer(BROWSER);
  }
}

/** @returns null where the page may not use that RP ID */
export const siteOf = ({ origin, relatedTo }: OpenCeremony, rpId: string | undefined): string | null =>
  rpIdForSignIn(origin, rpId, relatedTo);
