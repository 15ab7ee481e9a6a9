/**
 * The invitation link that was used on this device. Stored until the user has signed in: only then is there an identity to
 * accept the team with.
 * A link that was handed over has a secret in its fragment, which no server sees:
 *
 *   fragment = base64url( seed 32 │ SHA-256 of the first entry of the team's log 32 )
 */
import { invitedMessage } from "@coffer/contract/team-log";
import { concat, fromBase64Url, fromHex, normaliseEmail, proveInvited, toBase64Url, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { KeyStore } from "../types.ts";

const SEED_BYTES = 32;
const BYTES = 2 * SEED_BYTES;

/** @param genesis - hex hash of the first entry of the log that the link leads to */
export const fragmentOf = (seed: Uint8Array, genesis: string): string => toBase64Url(concat(seed, fromHex(genesis)));

interface InvitationLink {
  /** Hex hash of the log's first entry; null where the link had no secret. */
  readonly genesis: string | null;
  /** @param key - hex fingerprint of the own public key @returns null without a secret */
  readonly prove: (teamId: string, accountId: string, key: string) => Promise<string | null>;
}

const slotOf = (email: string): string => `${DEVICE_PREFIX}invited:${normaliseEmail(email)}`;

/** @param fragment - of the link, with or without its "#"; a mailed link has none */
export async function rememberInvitationLink(keys: KeyStore, email: string, fragment: string): Promise<void> {
  await keys.set(slotOf(email), utf8(fragment.replace(/^#/, "")));
}

export async function readInvitationLink(keys: KeyStore, email: string): Promise<InvitationLink | null> {
  const bytes = await keys.get(slotOf(email));
  if (!bytes) return null;
  const secret = parse(new TextDecoder().decode(bytes));
  if (!secret) return { genesis: null, prove: async () => null };
  return {
    genesis: toHex(secret.subarray(SEED_BYTES)),
    prove: (teamId, accountId, key) => proveInvited(secret.slice(0, SEED_BYTES), invitedMessage(teamId, { id: accountId, key })),
  };
}

export const forgetInvitationLink = (keys: KeyStore, email: string): Promise<void> => keys.remove(slotOf(email));

function parse(text: string): Uint8Array | null {
  try {
    const bytes = fromBase64Url(text);
    return bytes.length === BYTES ? bytes : null;
  } catch {
    return null; // not our format: treated like a mailed link
  }
}
