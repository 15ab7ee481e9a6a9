/**
 * Linked profiles: several accounts of one person, each with its own keys.
 *
 * Note: Link. Whoever makes one has both vaults open on this device and wraps each vault key under the other account's symmetric key, with a random proof that
 * says the two halves belong together (security design §7). The server keeps both wraps and can open neither; whatever changes one account's keys ends its links.
 */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import {
  concat,
  context,
  DecryptError,
  generateId,
  KDF_ID,
  normaliseEmail,
  type SecretKey,
  secretKey,
  sha256,
  toHex,
  u32,
  unwrap,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { Keyring } from "../keyring.ts";
import { readAccountPin, writeAccountPin } from "../sync/pins.ts";
import type { LinkedProfile, SwitchOutcome } from "../types.ts";
import { FIRST_EPOCH } from "./credentials.ts";
import { type AccountForm, generateAccount } from "./new-account.ts";
import { type AccountDeps, enter, refuseOlder, verifiedKeyring } from "./sign-in.ts";

/** One end of a link. */
interface End {
  readonly accountId: string;
  readonly keyEpoch: number;
}

/** Vault key and proof. */
const PAYLOAD_BYTES = 64;

/** Where the vault key of `target` lies for `opener`. See Note: Link. */
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

type Switched = NonNullable<ReplyOf<typeof api.account.switchProfile>["data"]>;
type Side = Pick<Keyring, "accountId" | "keyEpoch" | "symmetricKey" | "vaultKey">;

export type ProfilesRoom = ReturnType<typeof profilesRoom>;

export function profilesRoom(deps: AccountDeps) {
  const { call, sessions, keys, origin } = deps;

  /** Opens an account for an address proven by `verifyProfileCode` and links it to this one. @returns its recovery key, to be shown once. */
  async function createProfile(form: AccountForm): Promise<{ recoveryKey: string }> {
    const existing = ownSide(sessions.keyring);
    const { body, recoveryKey, vaultKey, symmetricKey } = await generateAccount(deps, form);
    const added: Side = { accountId: body.accountId, keyEpoch: FIRST_EPOCH, symmetricKey, vaultKey };
    const link = await generateLink(deps, existing, added);
    await call(api.account.createProfile, { ...body, linkToUserId: existing.accountId, ...link });
    const pin = { accountId: body.accountId, salt: body.salt, kdfId: KDF_ID, credEpoch: FIRST_EPOCH, keyEpoch: FIRST_EPOCH };
    await writeAccountPin(keys, origin, body.email, pin);
    for (const side of [existing, added]) wipe(side);
    return { recoveryKey };
  }

  /** @throws AppError not_found when there is no such link (any more), invalid_mfa_code; ClientError when what came cannot be opened or believed. */
  async function switchProfile({ id, code }: { readonly id: string; readonly code?: string }): Promise<SwitchOutcome> {
    const { data, requiresMfa } = await call(api.account.switchProfile, { id, ...(code && { code: code.replace(/\s/g, "") }) });
    if (requiresMfa && !data) return { step: "code" };
    if (data?.user.id !== id || !data.encryptedVaultKey) throw new ClientError("Failed to switch profiles");
    const { encryptedVaultKey } = data;
    const keyring = await openLinked(data);
    const salt = await saltOf(data);
    // From here on the other profile is open; this one's session would only stay behind, known to nobody.
    await call(api.account.logout, {}).catch(() => undefined);
    await enter(deps, data, { salt, keyring, encryptedVaultKey });
    return { step: "switched" };
  }

  async function openLinked(data: Switched): Promise<Keyring> {
    const own = sessions.keyring;
    const target = { accountId: data.user.id, keyEpoch: data.keyEpoch };
    try {
      const payload = await unwrap({ key: own.symmetricKey, wrapped: data.masterKey, ...binding(own, target, data.linkId) });
      if (payload.length !== PAYLOAD_BYTES) throw new DecryptError();
      const vaultKey = secretKey(payload.subarray(0, 32));
      payload.fill(0);
      return await verifiedKeyring(data, null, vaultKey);
    } catch (cause) {
      if (cause instanceof DecryptError) throw new ClientError("Failed to switch profiles", { cause });
      throw cause;
    }
  }

  /** The salt that unlocking the other profile will need, under the same rules as at a sign-in. Hex. */
  async function saltOf(data: Switched): Promise<string> {
    const email = normaliseEmail(data.user.email);
    const pin = await readAccountPin(keys, origin, email);
    refuseOlder(pin, data);
    const { kdfId, salt } = await call(api.account.prelogin, { email });
    if (kdfId !== KDF_ID || (pin && pin.salt !== salt)) throw new ClientError("Failed to switch profiles");
    return salt;
  }

  return {
    /** The current one and those linked to it. */
    profiles: async (): Promise<readonly LinkedProfile[]> => (await call(api.account.listProfiles, {})).profiles,
    sendProfileCode: async ({ email }: { readonly email: string }): Promise<void> =>
      void (await call(api.account.initiateProfileLink, { email: normaliseEmail(email) })),
    verifyProfileCode: async ({ email, code }: { readonly email: string; readonly code: string }): Promise<void> =>
      void (await call(api.account.verifyProfileEmail, { email: normaliseEmail(email), code })),
    createProfile,
    switchProfile,
    unlinkProfile: async ({ id }: { readonly id: string }): Promise<void> => void (await call(api.account.unlinkProfile, { id })),
  };
}

/** A copy, so that a lock meanwhile does not leave half a link under wiped keys. */
const ownSide = ({ accountId, keyEpoch, symmetricKey, vaultKey }: Keyring): Side => ({
  accountId,
  keyEpoch,
  symmetricKey: secretKey(symmetricKey),
  vaultKey: secretKey(vaultKey),
});

function wipe({ symmetricKey, vaultKey }: Side): void {
  for (const key of [symmetricKey, vaultKey]) key.fill(0);
}

async function generateLink({ random }: AccountDeps, existing: Side, added: Side) {
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
