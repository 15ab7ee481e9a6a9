/** Oracle O2: tries a key on texts that left the clients, in every way they could have used it. */
import { createDecipheriv } from "node:crypto";
import { HEADER_BYTES } from "../../packages/crypto/src/header.ts";
import {
  context,
  deriveHeadKey,
  deriveKey,
  deriveSymmetricKey,
  fromBase64Url,
  type Purpose,
  type SecretKey,
  u32,
  u64,
  unwrap,
  uuidToBytes,
} from "../../packages/crypto/src/index.ts";
import { unpad } from "../../packages/crypto/src/padding.ts";

interface Ids {
  readonly accountId: string;
  readonly scopeId: string;
}

const EPOCHS = [1, 2, 3];
const HEADS = 40;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** @returns the texts of `body` that the key opens. */
export async function textsOpenedBy(key: SecretKey, ids: Ids, body: string): Promise<string[]> {
  const opened: string[] = [];
  for (const [text] of body.matchAll(/[12]\.[\w-]{90,}/g)) {
    const isOpen = text.startsWith("1.") ? await unwraps(key, ids, text) : await unseals(key, ids, text);
    if (isOpen) opened.push(text.slice(0, 20));
  }
  return opened;
}

async function unwraps(key: SecretKey, { accountId, scopeId }: Ids, wrapped: string): Promise<boolean> {
  const purpose = fromBase64Url(wrapped.slice(2, 30))[2];
  const account = uuidToBytes(accountId);
  const tries: [key: SecretKey, purpose: Purpose, epoch: number, context: Uint8Array][] = [];
  for (const epoch of EPOCHS) {
    const symmetric = await deriveSymmetricKey(key, accountId, epoch);
    const head = await deriveHeadKey(key, scopeId, epoch);
    for (const one of [key, symmetric]) {
      tries.push([one, "identity", epoch, context("identity", account, u32(epoch))]);
      tries.push([one, "recovery", epoch, context("recovery", account, u32(epoch))]);
    }
    if (purpose === 0x12)
      for (let seq = 1; seq <= HEADS; seq++) tries.push([head, "head", epoch, context("head", uuidToBytes(scopeId), u64(seq))]);
  }
  for (const [one, as, epoch, bound] of tries)
    if (await unwrap({ key: one, wrapped, purpose: as, epoch, context: bound }).then(isTrue, isFalse)) return true;
  return false;
}
const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

/** Whatever it is bound to: the text is looked at, not the tag. */
async function unseals(key: SecretKey, { scopeId }: Ids, sealed: string): Promise<boolean> {
  const derived = await Promise.all(EPOCHS.map((epoch) => deriveKey(key, context("field-key", uuidToBytes(scopeId), u32(epoch)))));
  const bytes = fromBase64Url(sealed.slice(2));
  const at = HEADER_BYTES + NONCE_BYTES;
  return [key, ...derived].some((one) => {
    const padded = createDecipheriv("aes-256-gcm", one, bytes.subarray(HEADER_BYTES, at)).update(bytes.subarray(at, -TAG_BYTES));
    try {
      return decoder.decode(unpad(padded)) !== null;
    } catch {
      return false; // no text
    }
  });
}
