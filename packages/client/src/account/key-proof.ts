/** What shows the server that this page has the keys of its session (contract/session-half.ts, Note: Locked). Never stored. */
import { keyProofMessage } from "@coffer/contract/session-half";
import { toBase64Url } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import { openOwnSigner } from "./credentials.ts";
import { type StoredSession, sessionRefOf } from "./session-store.ts";

export class KeyProof {
  #made: { readonly token: string; readonly keyring: Keyring; readonly text: Promise<string | null> } | null = null;

  /** From now on calls of this session carry it; without keys none does. */
  follow(stored: StoredSession | null, keyring: Keyring | undefined): void {
    if (!stored || !keyring) this.#made = null;
    else if (this.#made?.keyring !== keyring) this.#made = { token: stored.token, keyring, text: proveKeys(stored, keyring) };
  }

  /** Null for the token of another session. */
  async of(token: string): Promise<string | null> {
    return this.#made?.token === token ? this.#made.text : null;
  }
}

/** @returns null where the identity does not open: then the session is like one of an earlier version */
async function proveKeys(stored: StoredSession, keyring: Keyring): Promise<string | null> {
  const { accountId, sessionId } = sessionRefOf(stored);
  const signer = await openOwnSigner(keyring, stored.encryptedPrivateKey).catch(() => null);
  return signer && toBase64Url(await signer.sign(keyProofMessage(accountId, sessionId)));
}
