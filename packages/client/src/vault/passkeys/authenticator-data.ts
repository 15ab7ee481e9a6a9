/** What an authenticator signs about itself and the site (WebAuthn 3, "Authenticator Data"). */
import { concat, fromHex, sha256, u8, u32 } from "@coffer/crypto";
import type { PasskeyAlgorithm, PasskeyPublic } from "@coffer/crypto/passkey-key";
import { type Cbor, encodeCbor } from "./cbor.ts";

/** Says which program made a passkey. Never changes: sites show our name by it. */
const AAGUID = fromHex("128bc1339f7e75a3156907ff6e71cda1");

const FLAGS = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attestedCredential: 0x40 } as const;
/** Always zero: a passkey that is on every device of a person cannot count for all of them. */
const COUNTER = u32(0);

/**
 * Every passkey of Coffer is stored sealed on the server and is used only after a person's consent in our own window.
 * @param isVerified whether a password or an authenticator proved who that person is; never more than was done
 * @param made id and COSE key of a credential that is made now
 */
export async function authenticatorData(
  rpId: string,
  isVerified: boolean,
  made?: { readonly id: Uint8Array; readonly coseKey: Uint8Array },
): Promise<Uint8Array> {
  const flags =
    FLAGS.userPresent |
    FLAGS.backupEligible |
    FLAGS.backedUp |
    (isVerified ? FLAGS.userVerified : 0) |
    (made ? FLAGS.attestedCredential : 0);
  const about = concat(await sha256(new TextEncoder().encode(rpId)), u8(flags), COUNTER);
  return made ? concat(about, AAGUID, u8(made.id.length >> 8), u8(made.id.length & 0xff), made.id, made.coseKey) : about;
}

/** Labels and values of COSE keys (RFC 9052, RFC 9053, RFC 8230). */
const COSE_KEYS: Readonly<Record<PasskeyAlgorithm, (numbers: PasskeyPublic["numbers"]) => readonly (readonly [number, Cbor])[]>> = {
  [-7]: ({ x, y }) => [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y],
  ],
  [-8]: ({ x }) => [
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, x],
  ],
  [-257]: ({ n, e }) => [
    [1, 3],
    [3, -257],
    [-1, n],
    [-2, e],
  ],
};

export const coseKey = (alg: PasskeyAlgorithm, { numbers }: PasskeyPublic): Uint8Array => encodeCbor(new Map(COSE_KEYS[alg](numbers)));
