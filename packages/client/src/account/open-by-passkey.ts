/**
 * Unlock and sign-in with a passkey. It yields the vault key alone, so what needs the typed master password still does. The server never hears what the passkey's
 * extensions say, and its answer is trusted no further than after a typed password (passkeys design §2.6).
 */
import { isRefusal } from "@coffer/contract/errors";
import { passkeys as endpoints } from "@coffer/contract/passkeys";
import { DecryptError, equalBytes, sha256, toBase64Url, utf8, uuidToBytes } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { SignedIn } from "../types.ts";
import type { AccountContext } from "./context.ts";
import { deviceTokenOf } from "./device-token.ts";
import { isUserVerified, PRF_INPUT, rpIdHashOf, type UsedVaultPasskey, type VaultAuthenticator } from "./passkey-authenticator.ts";
import { unwrapByPasskey } from "./passkey-keys.ts";
import { knownPasskeyList } from "./passkey-list.ts";
import { askSalt, enter, refuseOlder, verifiedKeyring } from "./sign-in.ts";

export interface ByPasskey {
  readonly authenticator: VaultAuthenticator;
}

const OPENS_NOTHING = "This passkey does not open your vault. Please use your master password.";
const ANOTHERS = "This passkey belongs to another account. Please choose another one, or use your master password.";
const NOT_LISTED =
  "Your vault does not know this passkey, so it was locked again. Please open it with your master password and look at the passkeys in your settings.";
const ENDED =
  "This passkey was ended by another master password or email, so your vault was locked again. Please open it with your master password and add the passkey again in your settings.";

/** The host of the app, never a parent of it, and never what a server says. */
export const rpIdOf = ({ origin }: Pick<AccountContext, "origin">): string => new URL(origin).hostname;

type Used = UsedVaultPasskey & { readonly prf: Uint8Array; readonly userHandle: Uint8Array };

/** @throws ClientError unless its user was verified, for this very app, and it has a secret for us. */
export async function use(context: AccountContext, { authenticator }: ByPasskey, challenge: string, ids: readonly string[]): Promise<Used> {
  const rpId = rpIdOf(context);
  const used = await authenticator.get({ rpId, challenge, prfInput: PRF_INPUT, ids });
  const { prf, userHandle, authenticatorData } = used;
  const isOurs = equalBytes(rpIdHashOf(authenticatorData), await sha256(utf8(rpId)));
  if (prf === null || userHandle === null || !isOurs || !isUserVerified(authenticatorData)) {
    prf?.fill(0);
    throw new ClientError(OPENS_NOTHING);
  }
  return { ...used, prf, userHandle };
}

/** @throws ClientError where it is none of this vault's; AppError as the server refuses. */
export async function unlockByPasskey(context: AccountContext, by: ByPasskey): Promise<void> {
  const { call, sessions, random } = context;
  const { owner } = sessions;
  const { id, prf, userHandle } = await use(context, by, toBase64Url(random(32)), []);
  try {
    if (!equalBytes(userHandle, uuidToBytes(owner.accountId))) throw new ClientError(ANOTHERS);
    const { copy } = await call(endpoints.passkeyCopy, { id });
    const vaultKey = await unwrapByPasskey(prf, copy, { ...owner, rpId: rpIdOf(context), id });
    const { accountId, personalScopeId: personal_vault_id, keyEpoch, encryptedPrivateKey } = owner;
    const owned = { user: { id: accountId }, personal_vault_id, keyEpoch, encryptedPrivateKey };
    await sessions.unlock(await verifiedKeyring(owned, null, vaultKey));
  } catch (error) {
    throw error instanceof DecryptError || isRefusal(error, "not_found") ? new ClientError(OPENS_NOTHING, { cause: error }) : error;
  } finally {
    prf.fill(0);
  }
  await lockUnlessListed(context, by, id);
}

/** @throws AppError invalid_credentials, account_disabled, rate_limited; ClientError or IntegrityError when the server's answer is not trusted. */
export async function signInByPasskey(context: AccountContext, by: ByPasskey): Promise<SignedIn> {
  const { call } = context;
  const { requestId, challenge } = await call(endpoints.passkeyToSignIn, {});
  const used = await use(context, by, challenge, []);
  try {
    const { id, clientDataJSON, signature } = used;
    const [authenticatorData, userHandle] = [toBase64Url(used.authenticatorData), toBase64Url(used.userHandle)];
    const deviceToken = await deviceTokenOf(context, used.userHandle);
    const answer = { requestId, id, clientDataJSON, authenticatorData, signature, userHandle, deviceToken };
    const { data, copy } = await call(endpoints.signInByPasskey, answer);
    if (!data.encryptedVaultKey) throw new ClientError("Server response missing encrypted vault key");
    if (!equalBytes(used.userHandle, uuidToBytes(data.user.id))) throw new ClientError(ANOTHERS);
    const { salt, pin } = await askSalt(context, data.user.email);
    refuseOlder(pin, data);
    const binding = { accountId: data.user.id, rpId: rpIdOf(context), id, keyEpoch: data.keyEpoch };
    const keyring = await verifiedKeyring(data, null, await unwrapByPasskey(used.prf, copy, binding));
    // Its user was verified by the authenticator: that answers for the second factor, and does not say that there is one.
    await enter(context, data, { salt, keyring, encryptedVaultKey: data.encryptedVaultKey, codeSent: null, deviceToken });
    await lockUnlessListed(context, by, id);
    return { isDeletionTakenBack: data.deletion_taken_back === true };
  } catch (error) {
    throw error instanceof DecryptError ? new ClientError(OPENS_NOTHING, { cause: error }) : error;
  } finally {
    used.prf.fill(0);
  }
}

/** What was removed or ended opens nothing, though the server may still have its copy. @throws ClientError; as `knownPasskeyList` */
async function lockUnlessListed(context: AccountContext, { authenticator }: ByPasskey, id: string): Promise<void> {
  const { sessions } = context;
  const keysNow = () => (sessions.session && !sessions.isLocked ? sessions.keyring : null);
  const opened = keysNow();
  try {
    const { list, isEnded, away } = await knownPasskeyList(context);
    const { [id]: listed } = list;
    if (listed !== undefined && !isEnded(listed)) return;
    // It may have been added on another device since.
    if (away !== undefined) throw away;
    await authenticator.forget(rpIdOf(context), id);
    throw new ClientError(listed === undefined ? NOT_LISTED : ENDED);
  } catch (error) {
    // Locked meanwhile, and perhaps opened by the master password: what this passkey opened is open no more.
    if (keysNow() !== opened) return;
    await sessions.lock();
    throw error;
  }
}
