/**
 * A link between two accounts of one person, each with its own keys.
 *
 * Note: Link. To create one, both vaults are open on this device. Each vault key is wrapped under the other account's symmetric key,
 * together with a random proof that the two halves belong together (security design §7). The server stores both wraps and can open
 * neither; changing one account's keys ends its links.
 */
import {
  concat,
  context,
  DecryptError,
  generateId,
  type Random,
  type SecretKey,
  secretKey,
  sha256,
  toHex,
  u32,
  unwrap,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";

/** One end of a link. */
interface End {
  readonly accountId: string;
  readonly keyEpoch: number;
}

/** Vault key and proof. */
const PAYLOAD_BYTES = 64;

/** The binding of `target`'s vault key wrapped for `opener`. See Note: Link. */
const binding = (opener: End, target: End, linkId: string) => ({
  purpose: "link" as const,
  epoch: opener.keyEpoch,
  context: context(
    "link",
    uuidToBytes(opener.accountId),
    uuidToBytes(target.accountId),
    uuidToBytes(linkId),
    u32(opener.keyEpoch),
    u32(target.keyEpoch),
  ),
});

/** An account open on this device, with its own copies of the keys: `wipe` them when the link is made. */
export type Side = Pick<Keyring, "accountId" | "keyEpoch" | "symmetricKey" | "vaultKey">;

/** A copy, so that a lock in the meantime does not leave half a link under wiped keys. */
export const ownSide = ({ accountId, keyEpoch, symmetricKey, vaultKey }: Keyring): Side => ({
  accountId,
  keyEpoch,
  symmetricKey: secretKey(symmetricKey),
  vaultKey: secretKey(vaultKey),
});

export function wipe({ symmetricKey, vaultKey }: Side): void {
  for (const key of [symmetricKey, vaultKey]) key.fill(0);
}

export interface NewLink {
  readonly linkId: string;
  /** The wrapped key that each account gets to open the other. */
  readonly forExisting: string;
  readonly forNew: string;
  /** Hex SHA-256 of the proof. */
  readonly linkAuthHash: string;
}

export async function generateLink(random: Random, existing: Side, added: Side): Promise<NewLink> {
  const linkId = generateId(random);
  const proof = random(32);
  const wrapFor = (opener: Side, target: Side): Promise<string> =>
    wrap({ key: opener.symmetricKey, bytes: payloadOf(target.vaultKey, proof), ...binding(opener, target, linkId) });
  return {
    linkId,
    forExisting: await wrapFor(existing, added),
    forNew: await wrapFor(added, existing),
    linkAuthHash: toHex(await sha256(proof)),
  };
}

const payloadOf = (vaultKey: SecretKey, proof: Uint8Array): Uint8Array => concat(vaultKey, proof);

interface OpenedLink {
  /** Of the target. */
  readonly vaultKey: SecretKey;
  /** Hex; the server has its hash, and gives out a session of the target for nothing else. */
  readonly linkAuth: string;
}

/** @throws DecryptError when it was wrapped for another account, link or key epoch. */
export async function openLink(
  opener: Keyring,
  target: End,
  { linkId, wrapped }: { linkId: string; wrapped: string },
): Promise<OpenedLink> {
  const payload = await unwrap({ key: opener.symmetricKey, wrapped, ...binding(opener, target, linkId) });
  if (payload.length !== PAYLOAD_BYTES) throw new DecryptError();
  const opened = { vaultKey: secretKey(payload.subarray(0, 32)), linkAuth: toHex(payload.subarray(32)) };
  payload.fill(0);
  return opened;
}
