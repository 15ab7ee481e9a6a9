/**
 * What the window for a site's question does: finds the passkeys that fit, has the person proved where that is wanted, signs, and answers the one document that asked. The
 * only place of the extension that opens a private key; it is wiped as soon as it has signed.
 */

import type { Client } from "@coffer/client";
import { type AssertedCredential, assertPasskey } from "@coffer/client/assert-passkey";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { asksAgain } from "@coffer/core/items/ask-again";
import { titleOf } from "@coffer/core/items/item";
import { type Passkey, readPasskeyKeys, readPasskeys } from "@coffer/core/items/passkeys";
import { rpIdFor } from "@coffer/core/items/rp-id";
import { tellUsed } from "../pages/tell-used.ts";
import { slotName } from "../storage-keys.ts";
import { lockIfDue } from "../worker/auto-lock.ts";
import { type AskedRequest, readRequest } from "./asked.ts";
import { isOffered, noteKnown } from "./known-passkeys.ts";
import { BROWSER, lineName, type OpenCeremony, type PageAnswer } from "./messages.ts";
import { askedCeremony, forgetCeremony } from "./open-ceremony.ts";
import { isVerified, noteVerified } from "./verified.ts";

/** A passkey that a person can pick. */
export interface Candidate {
  readonly itemId: string;
  readonly title: string;
  readonly passkey: Passkey;
}

/** The window has nothing to do any more. */
export class OverError extends Error {}

const TIMEOUT = { least: 30_000, most: 600_000, usual: 300_000 } as const;

export class Ceremony {
  readonly site: string;
  readonly host: string;
  readonly #asked: AskedRequest;
  readonly #open: OpenCeremony;
  readonly #line: chrome.runtime.Port;

  private constructor(open: OpenCeremony, asked: AskedRequest, site: string, over: () => void) {
    this.#open = open;
    this.#asked = asked;
    this.site = site;
    this.host = new URL(open.origin).host;
    const { tabId, documentId, id } = open;
    this.#line = chrome.tabs.connect(tabId, { name: lineName(id), documentId });
    // The page is gone, has taken its question back, or has its answer.
    const end = (): void => void forgetCeremony().finally(over);
    this.#line.onDisconnect.addListener(end);
    this.#line.onMessage.addListener(end);
    const { least, most, usual } = TIMEOUT;
    setTimeout(() => this.answer({ error: "NotAllowedError" }), Math.min(Math.max(asked.timeout ?? usual, least), most));
    chrome.storage.session.onChanged.addListener((changes) => {
      if (slotName(LOCAL_HALF) in changes) this.answer(BROWSER);
    });
  }

  /** @returns null for a window that no page waits for. @param over - called when there is nothing to do any more */
  static async find(id: string, over: () => void): Promise<Ceremony | null> {
    const open = await askedCeremony();
    if (open === null || open.id !== id) return null;
    const asked = readRequest(open.options);
    const site = asked && rpIdFor(open.origin, asked.rpId);
    return asked === null || site === null ? null : new Ceremony(open, asked, site, over);
  }

  answer(answer: PageAnswer): void {
    this.#line.postMessage(answer);
  }

  /** Those that the site asks for, the surest first. @throws OverError where the vault is locked: the browser answers then */
  async candidates(client: Client): Promise<Candidate[]> {
    await client.account.resume();
    if (client.session === null || client.isLocked || (await lockIfDue(client, () => undefined))) {
      this.answer(BROWSER);
      throw new OverError();
    }
    const items = (client.vault.contents() ?? (await client.vault.local()) ?? (await client.vault.pull())).items;
    const { allowCredentials: listed = [] } = this.#asked;
    const isAskedFor = ({ id, rpId }: Passkey): boolean =>
      rpId === this.site && (listed.length === 0 || listed.some((one) => one.id === id));
    const found = items.flatMap((item) =>
      readPasskeys(item.fields.x_passkeys ?? "").flatMap((passkey) =>
        isOffered(passkey) && isAskedFor(passkey) ? { itemId: item.id, title: titleOf(item), passkey } : [],
      ),
    );
    return found.toSorted((one, other) => Number(one.passkey.state !== "kept") - Number(other.passkey.state !== "kept"));
  }

  /** Whether the master password is wanted first: for a user that is to be verified, unless it was typed a moment ago; and for an item that always asks. */
  async wantsPassword(client: Client, { itemId }: Candidate): Promise<boolean> {
    if (asksAgain(await client.vault.open({ id: itemId }))) return true;
    return this.#asked.userVerification !== "discouraged" && !(await isVerified(Date.now()));
  }

  /** @throws ClientError 'Invalid master password' */
  async prove(client: Client, password: string): Promise<void> {
    await client.account.prove({ password, isHere: true });
    await noteVerified(Date.now());
  }

  async signIn(client: Client, { itemId, passkey: { id } }: Candidate): Promise<void> {
    const item = await client.vault.open({ id: itemId, withKeys: true });
    const passkey = readPasskeys(item.fields.x_passkeys ?? "").find((one) => one.id === id);
    const key = readPasskeyKeys(item.fields.x_passkey_keys ?? "").find((one) => one.id === id);
    if (item.state !== "intact" || passkey === undefined || key === undefined) throw new Error("This passkey cannot be read.");
    const { origin } = this.#open;
    const verified = await isVerified(Date.now());
    const signed = await assertPasskey({ page: { origin }, options: this.#asked, isVerified: verified, passkey, key });
    this.answer("error" in signed ? signed : { credential: this.#withAppid(signed) });
    tellUsed(itemId);
  }

  /** An older kind of key was not used, which a site that asks wants to hear. */
  #withAppid(credential: AssertedCredential): object {
    if (!this.#asked.appid) return credential;
    return { ...credential, clientExtensionResults: { ...credential.clientExtensionResults, appid: false } };
  }

  /** The browser answers at this host from now on. */
  async alwaysBrowser(client: Client): Promise<void> {
    await client.sites.list({ list: "passkeys-elsewhere", host: this.host });
    await noteKnown(client);
    this.answer(BROWSER);
  }
}
