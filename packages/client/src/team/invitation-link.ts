/**
 * The invitation link that was used on this device. Stored until the user has signed in: only then is there an identity to
 * accept the team with.
 * A link that was handed over has a secret in its fragment, which no server sees:
 *
 *   fragment = base64url( seed 32 │ SHA-256 of the first entry of the team's log 32 )
 */
import { api } from "@coffer/contract/api";
import { invitedMessage } from "@coffer/contract/team-log";
import { concat, fingerprint, fromBase64Url, fromHex, normaliseEmail, proveInvited, toBase64Url, toHex, utf8 } from "@coffer/crypto";
import { DEVICE_PREFIX } from "../device/store.ts";
import type { SharingContext } from "../sharing/context.ts";
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

const forgetInvitationLink = (keys: KeyStore, email: string): Promise<void> => keys.remove(slotOf(email));

/** Tells the server once that the account came by a link with a secret. @param email - of the account */
export async function proveInvitation(context: SharingContext, keys: KeyStore, email: string, teamId: string): Promise<void> {
  const arrival = await readInvitationLink(keys, email);
  if (!arrival) return;
  const { accountId, publicKey } = await context.identity();
  const proof = await arrival.prove(teamId, accountId, toHex(await fingerprint(publicKey)));
  // Even if the log has them already: they may have left and joined again before the log shows it.
  if (proof !== null) await context.call(api.team.proveInvited, { proof });
  await forgetInvitationLink(keys, email);
}

function parse(text: string): Uint8Array | null {
  try {
    const bytes = fromBase64Url(text);
    return bytes.length === BYTES ? bytes : null;
  } catch {
    return null; // not our format: treated like a mailed link
  }
}
