/** The account room: registration, sign-in and the end of a session. The master password goes no further than `deriveCredentials`. */
import type { SessionData } from "@coffer/contract/account";
import { api } from "@coffer/contract/api";
import type { InputOf, ReplyOf } from "@coffer/contract/endpoint";
import {
  context,
  DecryptError,
  deriveCredentials,
  deriveRecoveryAuth,
  deriveRecoveryWrap,
  deriveSymmetricKey,
  fromHex,
  generateId,
  generateIdentity,
  generateKey,
  generateRecoveryKey,
  KDF_ID,
  normaliseEmail,
  type Random,
  type SecretKey,
  secretKey,
  sha256,
  toHex,
  u8,
  u32,
  unwrap,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import type { Call } from "./call.ts";
import { ClientError } from "./errors.ts";
import { sealHead } from "./head.ts";
import { openKeyring, scopeKeys } from "./keyring.ts";
import { ownDeviceId, readAccountPin, writeAccountPin } from "./pins.ts";
import type { Sessions } from "./session.ts";
import type { KeyStore, LoginOutcome, RecordStore } from "./types.ts";

/** Epochs of a new account's credentials and keys; each rotation adds one. */
const FIRST_EPOCH = 1;

export interface AccountDeps {
  readonly origin: string;
  readonly call: Call;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  readonly sessions: Sessions;
  readonly random: Random;
  readonly now: () => number;
}

export interface Registration {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly hint: string | null;
}

export type Invitation = ReplyOf<typeof api.account.validateInvitation>["invitation"];

interface Credentials {
  readonly email: string;
  readonly password: string;
}

const vaultKeyContext = (accountId: string, effSalt: Uint8Array, credEpoch: number): Uint8Array =>
  context("vault-key", uuidToBytes(accountId), u8(KDF_ID), effSalt, u32(credEpoch));

export type AccountRoom = ReturnType<typeof accountRoom>;

export function accountRoom(deps: AccountDeps) {
  const { call, keys, sessions, origin } = deps;

  /** Asks for the salt and derives. @throws ClientError when the server names other parameters than this device has seen. */
  async function derive({ email, password }: Credentials) {
    const address = normaliseEmail(email);
    const { kdfId, salt } = await call(api.account.prelogin, { email: address });
    const pin = await readAccountPin(keys, origin, address);
    if (kdfId !== KDF_ID || (pin && (pin.salt !== salt || pin.kdfId !== kdfId))) {
      throw new ClientError("The server asked for other key parameters than before. Sign-in was stopped to protect your password.");
    }
    const derived = await deriveCredentials({ password, email: address, salt: fromHex(salt), kdfId });
    return { ...derived, address, salt, pin };
  }

  async function login(credentials: Credentials): Promise<LoginOutcome> {
    const derived = await derive(credentials);
    const reply = await call(api.account.login, { email: derived.address, authKey: derived.authKey });
    if (reply.requiresMfa && reply.tempToken) return { step: "code", tempToken: reply.tempToken };
    if (!reply.data) throw new ClientError(reply.message ?? "Login failed");
    if (derived.pin && derived.pin.accountId !== reply.data.user.id) throw new ClientError("Login failed");
    await begin(reply.data, derived.encryptionKey, derived.effSalt);
    const pin = { accountId: reply.data.user.id, salt: derived.salt, kdfId: KDF_ID };
    await writeAccountPin(keys, origin, derived.address, pin);
    return { step: "signed-in" };
  }

  async function begin(data: SessionData, encryptionKey: SecretKey, effSalt: Uint8Array): Promise<void> {
    if (!data.encryptedVaultKey) throw new ClientError("Server response missing encrypted vault key");
    const account = { accountId: data.user.id, personalScopeId: data.personal_vault_id, keyEpoch: data.keyEpoch };
    const vaultKey = await unwrap({
      key: encryptionKey,
      wrapped: data.encryptedVaultKey,
      purpose: "vaultKey",
      epoch: data.credEpoch,
      context: vaultKeyContext(account.accountId, effSalt, data.credEpoch),
    }).catch((cause: unknown) => {
      if (cause instanceof DecryptError) throw new ClientError("Failed to decrypt vault key", { cause });
      throw cause;
    });
    await sessions.begin(data, await openKeyring(account, encryptionKey, secretKey(vaultKey)));
  }

  async function register(registration: Registration): Promise<{ recoveryKey: string }> {
    const { body, recoveryKey } = await newAccount(deps, registration);
    await call(api.account.register, body);
    return { recoveryKey };
  }

  async function logout(): Promise<void> {
    // The session ends here whatever the server says: without its token nobody can use it from this device.
    if (sessions.token) await call(api.account.logout, {}).catch(() => undefined);
    await deps.records.clear();
    await sessions.end("logged-out");
  }

  return {
    login,
    register,
    logout,
    resume: () => sessions.resume(),
    /** Ends the session when its token has run out. @returns whether it had. */
    endIfExpired: async (): Promise<boolean> => {
      const { session } = sessions;
      if (!session || session.expiresAt > deps.now()) return false;
      await sessions.end("expired");
      return true;
    },
    /** Another tab has signed out: this one forgets too. */
    endElsewhere: () => sessions.end("elsewhere"),
    invitation: async ({ token }: { token: string }): Promise<Invitation> =>
      (await call(api.account.validateInvitation, { token })).invitation,
    verifyMasterPassword: async ({ password }: { password: string }): Promise<boolean> => {
      const email = sessions.session?.user.email ?? "";
      const { authKey, encryptionKey } = await derive({ email, password });
      const { isValid } = await call(api.account.verifyMasterPassword, { authKey });
      // The server's word is not enough: the typed password must also open what this device holds (decision Z-23).
      return isValid && toHex(encryptionKey) === toHex(sessions.keyring.encryptionKey);
    },
  };
}

/** Makes every key of a new account and the body that registers it. */
async function newAccount(
  { random, keys, now }: AccountDeps,
  { token, email, password, hint }: Registration,
): Promise<{ body: InputOf<typeof api.account.register>; recoveryKey: string }> {
  const address = normaliseEmail(email);
  const [accountId, personalVaultId] = [generateId(random), generateId(random)];
  const salt = random(16);
  const { authKey, encryptionKey, effSalt } = await deriveCredentials({ password, email: address, salt, kdfId: KDF_ID });
  const vaultKey = generateKey(random);
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, FIRST_EPOCH);
  const recovery = generateRecoveryKey(random);
  const identity = await generateIdentity(random);
  const epoch = FIRST_EPOCH;
  const account = uuidToBytes(accountId);
  const body: InputOf<typeof api.account.register> = {
    email: address,
    token,
    authKey,
    accountId,
    personalVaultId,
    kdfId: KDF_ID,
    salt: toHex(salt),
    is_invited: true,
    masterPasswordHint: hint,
    encryptedVaultKey: await wrap({
      key: encryptionKey,
      bytes: vaultKey,
      purpose: "vaultKey",
      epoch,
      context: vaultKeyContext(accountId, effSalt, epoch),
    }),
    encryptedKey: await wrap({
      key: await deriveRecoveryWrap(recovery.bytes, accountId),
      bytes: vaultKey,
      purpose: "recovery",
      epoch,
      context: context("recovery", account, u32(epoch)),
    }),
    recoveryAuthHash: toHex(await sha256(await deriveRecoveryAuth(recovery.bytes, accountId))),
    publicKey: identity.public,
    encryptedPrivateKey: await wrap({
      key: symmetricKey,
      bytes: identity.secret,
      purpose: "identity",
      epoch,
      context: context("identity", account, u32(epoch)),
    }),
    head: await sealHead({
      keys: await scopeKeys(vaultKey, personalVaultId, epoch),
      seq: 1,
      previous: null,
      entries: [],
      deviceId: await ownDeviceId(keys, random),
      now: now(),
    }),
  };
  return { body, recoveryKey: recovery.text };
}
