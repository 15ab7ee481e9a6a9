/** What opens one wrapped text and no other: to show others what a text says without giving them its key. */
import { fromBase64Url } from "./encoding.ts";
import { DecryptError } from "./errors.ts";
import { HEADER_BYTES } from "./header.ts";
import type { SecretKey } from "./keys.ts";

const PREFIX = "1.";
const SALT_BYTES = 32;

/**
 * The pseudorandom key of HKDF (RFC 5869) for the salt in this text (wrap.ts); the commitment in the text is made from it too, so that it opens to
 * nothing else. @throws DecryptError when it is not a wrapped text
 */
export async function openerOf(key: SecretKey, wrapped: string): Promise<Uint8Array> {
  if (!wrapped.startsWith(PREFIX)) throw new DecryptError();
  const salt = fromBase64Url(wrapped.slice(PREFIX.length)).slice(HEADER_BYTES, HEADER_BYTES + SALT_BYTES);
  const hmac = await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", hmac, new Uint8Array(key)));
}
