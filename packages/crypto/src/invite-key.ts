/** The secret of an invitation (security design §6): an Ed25519 seed that travels in the fragment of a link and never to the server. Its public half is in the team's log. */
import { deriveSigningPublic, signWithSeed, verifyWithKey } from "./ed25519.ts";
import { fromBase64Url, toBase64Url } from "./encoding.ts";
import { type Random, randomBytes } from "./random.ts";

export async function generateInviteKey(random: Random = randomBytes): Promise<{ secret: Uint8Array; public: string }> {
  const secret = random(32);
  return { secret, public: await invitePublic(secret) };
}

/** @param secret 32 bytes. @returns the public half as base64url. */
export const invitePublic = async (secret: Uint8Array): Promise<string> => toBase64Url(await deriveSigningPublic(secret));

/** Proves possession of the secret for a message. @param secret 32 bytes. @returns base64url. */
export const proveInvited = async (secret: Uint8Array, message: Uint8Array): Promise<string> =>
  toBase64Url(await signWithSeed(secret, message));

/** @returns false also for malformed input. */
export async function verifyInvited(publicHalf: string, message: Uint8Array, proof: string): Promise<boolean> {
  try {
    return await verifyWithKey(fromBase64Url(publicHalf), message, fromBase64Url(proof));
  } catch {
    // A malformed proof is invalid.
    return false;
  }
}
