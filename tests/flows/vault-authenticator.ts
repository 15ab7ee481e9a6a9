/** An authenticator of a person's, for passkeys that open the vault: our own one for sites (client/vault/passkeys), as a browser would offer it. It keeps what it makes. */
import type { MadeVaultPasskey, UsedVaultPasskey, VaultAuthenticator } from "../../packages/client/src/index.ts";
import { assertPasskey } from "../../packages/client/src/vault/passkeys/assert-passkey.ts";
import { createPasskey, type MadePasskey } from "../../packages/client/src/vault/passkeys/create-passkey.ts";
import { evaluatePrf } from "../../packages/client/src/vault/passkeys/site-prf.ts";
import type { PasskeyKey } from "../../packages/core/src/items/passkeys.ts";
import { fromBase64Url, randomBytes, toBase64Url } from "../../packages/crypto/src/index.ts";

interface Behaviour {
  /** Whether it checks that it is its owner. */
  readonly isVerified: boolean;
  /** Whether it has a secret to give. */
  readonly hasPrf: boolean;
}

export interface VirtualAuthenticator extends VaultAuthenticator {
  /** Passkeys on it, the newest last; the newest one is used. */
  readonly made: MadePasskey[];
  /** Every secret output that it gave. */
  readonly outputs: string[];
  /** Ids that still count, by the last word it heard. */
  kept: readonly string[] | null;
  /** Ids that it was told to forget. */
  readonly forgotten: string[];
}

export function openAuthenticator(origin: string, { isVerified = true, hasPrf = true }: Partial<Behaviour> = {}): VirtualAuthenticator {
  const page = { origin };
  const made: MadePasskey[] = [];
  const outputs: string[] = [];
  /** Also of a user that was not verified, which a right authenticator does not give. */
  const outputOf = async (key: PasskeyKey, input: Uint8Array): Promise<Uint8Array | null> => {
    if (!hasPrf) return null;
    const { first } = await evaluatePrf(key, { first: toBase64Url(input) });
    outputs.push(first);
    return fromBase64Url(first);
  };
  async function create({
    rpId,
    challenge,
    prfInput,
    userId,
    email,
    exclude,
  }: Parameters<VaultAuthenticator["create"]>[0]): Promise<MadeVaultPasskey> {
    if (made.some(({ passkey }) => exclude.includes(passkey.id))) throw new DOMException("There is one", "InvalidStateError");
    const user = { id: toBase64Url(userId), name: email, displayName: email };
    const pubKeyCredParams = [{ type: "public-key" as const, alg: -7 }];
    const options = { rp: { id: rpId, name: "Coffer" }, user, challenge, pubKeyCredParams };
    const one = await createPasskey({ page, options, isVerified, random: randomBytes, now: Date.now() });
    if ("error" in one) throw new Error(one.error);
    made.push(one);
    const { id, response } = one.credential;
    const { clientDataJSON, attestationObject, authenticatorData } = response;
    const prf = await outputOf(one.key, prfInput);
    return { id, clientDataJSON, attestationObject, authenticatorData: fromBase64Url(authenticatorData), isPrfEnabled: hasPrf, prf };
  }
  async function get({ rpId, challenge, prfInput, ids }: Parameters<VaultAuthenticator["get"]>[0]): Promise<UsedVaultPasskey> {
    const one = made.findLast(({ passkey }) => ids.length === 0 || ids.includes(passkey.id));
    if (one === undefined) throw new DOMException("None", "NotAllowedError");
    const allowCredentials = ids.map((id) => ({ type: "public-key" as const, id }));
    const options = { rpId, challenge, allowCredentials };
    const answer = await assertPasskey({ page, options, isVerified, passkey: one.passkey, key: one.key });
    if ("error" in answer) throw new Error(answer.error);
    const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
    return {
      ...{ id: answer.id, clientDataJSON, signature },
      authenticatorData: fromBase64Url(authenticatorData),
      userHandle: userHandle === undefined ? null : fromBase64Url(userHandle),
      prf: await outputOf(one.key, prfInput),
    };
  }
  const authenticator: VirtualAuthenticator = {
    ...{ made, outputs, kept: null, forgotten: [], create, get },
    keepOnly: async (_rpId, _userId, ids) => {
      authenticator.kept = ids;
    },
    forget: async (_rpId, id) => void authenticator.forgotten.push(id),
  };
  return authenticator;
}
